export{t as CheckPage}from"./check-_jRgrAd2.js";

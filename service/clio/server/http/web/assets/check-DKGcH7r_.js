export{t as CheckPage}from"./check-BbaWSSKe.js";

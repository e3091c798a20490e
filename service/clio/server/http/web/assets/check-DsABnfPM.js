export{t as CheckPage}from"./check-DhBpsvLi.js";

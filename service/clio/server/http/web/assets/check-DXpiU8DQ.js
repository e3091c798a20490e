export{t as CheckPage}from"./check-DgIHUkma.js";

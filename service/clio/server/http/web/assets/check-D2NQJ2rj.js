export{t as CheckPage}from"./check-alJhRRZx.js";

export{t as CheckPage}from"./check-BrxoReLN.js";

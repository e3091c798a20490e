export{t as CheckPage}from"./check-Cg9y9RNz.js";

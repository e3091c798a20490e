export{t as CheckPage}from"./check-0Ujla8Pv.js";

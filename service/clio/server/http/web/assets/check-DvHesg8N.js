export{t as CheckPage}from"./check-CQmBLnwD.js";

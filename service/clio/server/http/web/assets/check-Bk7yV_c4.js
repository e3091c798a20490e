export{t as CheckPage}from"./check-BMhYs3OW.js";

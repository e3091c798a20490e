export{t as CheckPage}from"./check-TrWun0WS.js";

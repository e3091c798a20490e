export{t as CheckPage}from"./check-CrLh1raY.js";

export{t as CheckPage}from"./check-DL7jhP9C.js";

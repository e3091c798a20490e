export{t as CheckPage}from"./check-imkQkTf4.js";

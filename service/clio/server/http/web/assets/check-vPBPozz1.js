export{t as CheckPage}from"./check-DcpSMoP_.js";

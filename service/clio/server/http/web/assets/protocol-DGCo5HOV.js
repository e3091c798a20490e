var e=2e4,t=18e4;export{t as n,e as t};

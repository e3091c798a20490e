export{t as StreamHub}from"./stream-hub-BKzl3fWp.js";

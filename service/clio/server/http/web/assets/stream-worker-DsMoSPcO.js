import{t as e}from"./stream-hub-BKzl3fWp.js";var t=new e;self.onconnect=({ports:e})=>{e[0]&&t.connect(e[0])};

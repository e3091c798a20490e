// boardgame.io's own server with the bench's games: in memory, as it comes. `node server.js PORT`
"use strict";

const { Server } = require("boardgame.io/server");
const { dig } = require("./games/dig");
const { trivial } = require("./games/trivial");

const server = Server({ games: [trivial, dig], origins: [/.*/] });
server.run({ port: Number(process.argv[2]), lobbyConfig: { apiPort: undefined } });

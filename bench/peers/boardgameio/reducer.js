// boardgame.io without a network: its reducer alone, moves a second by game. `node reducer.js SECONDS`
"use strict";

const { CreateGameReducer, InitializeGame, ProcessGameConfig } = require("boardgame.io/internal");
const { dig, dug } = require("./games/dig");
const { tictactoe } = require("./games/tictactoe");
const { trivial } = require("./games/trivial");

const MOST = 200;

const free = (G) => {
  const cells = G.cells.flatMap((cell, number) => (cell === null ? [number] : []));
  return ["mark", cells[Math.floor(Math.random() * cells.length)]];
};
const GAMES = [
  [trivial, 1, () => ["tick"]],
  [tictactoe, 2, free],
  [dig, 2, (G, player) => dug(G, player, Math.random)],
];

function playout(game, reducer, players, choose) {
  let state = InitializeGame({ game, numPlayers: players });
  let moves = 0;
  while (state.ctx.gameover === undefined && moves < MOST) {
    const player = state.ctx.currentPlayer;
    const [type, ...args] = choose(state.G, player);
    const next = reducer(state, { type: "MAKE_MOVE", payload: { type, args, playerID: player } });
    if (next._stateID === state._stateID) throw new Error(`${game.name}: ${type} was refused`);
    state = next;
    moves += 1;
  }
  return moves;
}

function rate([config, players, choose], seconds) {
  const game = ProcessGameConfig(config);
  const reducer = CreateGameReducer({ game });
  const started = process.hrtime.bigint();
  let moves = 0;
  let taken = 0;
  while (taken < seconds) {
    moves += playout(game, reducer, players, choose);
    taken = Number(process.hrtime.bigint() - started) / 1e9;
  }
  return moves / taken;
}

const seconds = Number(process.argv[2]);
// The first pass warms the compiler up; only the second counts.
for (const game of GAMES) rate(game, seconds / 2);
console.log(JSON.stringify(Object.fromEntries(GAMES.map((game) => [game[0].name, rate(game, seconds)]))));

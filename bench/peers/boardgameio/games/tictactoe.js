// Three in a row, as every tutorial has it: the smallest real game.
"use strict";

const { INVALID_MOVE } = require("boardgame.io/core");

const ROWS = ["012", "345", "678", "036", "147", "258", "048", "246"].map((row) => [...row].map(Number));

const wins = (cells, player) => ROWS.some((row) => row.every((cell) => cells[cell] === player));

exports.tictactoe = {
  name: "tictactoe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (wins(G.cells, ctx.currentPlayer)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

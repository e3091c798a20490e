// The least a game can be: one seat, one move, one number. The twin of bench/trivial_game.py.
"use strict";

exports.trivial = {
  name: "trivial",
  minPlayers: 1,
  maxPlayers: 1,
  setup: () => ({ count: 0 }),
  moves: {
    tick: ({ G }) => {
      G.count += 1;
    },
  },
};

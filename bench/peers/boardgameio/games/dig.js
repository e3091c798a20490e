// A game about as large as Amphipolis: tiles from a bag into four areas, taken by two players to make sets; landslides
// end it. The bag's order is secret, so every update passes through playerView. As in Amphipolis a turn ends by itself
// when no helper is left to be used, so both games have about as many moves to a turn and turns to a match.
"use strict";

const { INVALID_MOVE } = require("boardgame.io/core");

const AREAS = {
  mosaics: { "mosaic-green": 9, "mosaic-red": 9, "mosaic-yellow": 9 },
  statues: { caryatid: 12, sphinx: 12 },
  amphoras: { "amphora-blue": 5, "amphora-brown": 5, "amphora-green": 5, "amphora-purple": 5, "amphora-red": 5 },
  skeletons: { "skull-large": 10, "body-large": 10, "skull-small": 5, "body-small": 5 },
};
const LANDSLIDES = 24;
const ENTRANCE = 14;
const DRAWN = 4;
const HELPERS = ["assistant", "archaeologist", "digger", "professor"];
const AREA_OF = Object.fromEntries(
  Object.entries(AREAS).flatMap(([area, kinds]) => Object.keys(kinds).map((kind) => [kind, area])),
);

const pool = () => [
  ...Object.values(AREAS).flatMap((kinds) => Object.entries(kinds).flatMap(([kind, n]) => Array(n).fill(kind))),
  ...Array(LANDSLIDES).fill("landslide"),
];

function draw(G) {
  for (let n = 0; n < DRAWN && G.bag.length > 0; n += 1) {
    const tile = G.bag.pop();
    if (tile === "landslide") G.entrance += 1;
    else G.site[AREA_OF[tile]][tile] = (G.site[AREA_OF[tile]][tile] || 0) + 1;
  }
}

function move(G, player, area, tiles) {
  for (const tile of tiles) {
    if (AREA_OF[tile] !== area || !G.site[area][tile]) return false;
    G.site[area][tile] -= 1;
    if (G.site[area][tile] === 0) delete G.site[area][tile];
    G.players[player].tiles[tile] = (G.players[player].tiles[tile] || 0) + 1;
  }
  return true;
}

function endTurn(G, events) {
  G.chosen = null;
  draw(G);
  events.endTurn();
}

function score(tiles) {
  const count = (kind) => tiles[kind] || 0;
  const mosaics = Object.keys(AREAS.mosaics).reduce((sum, kind) => sum + 4 * Math.floor(count(kind) / 4), 0);
  const sets = Math.min(5, Object.keys(AREAS.amphoras).filter(count).length);
  const pairs = Math.min(count("skull-large"), count("body-large")) + Math.min(count("skull-small"), count("body-small"));
  return mosaics + Math.max(0, sets - 2) * 2 + 2 * pairs + count("caryatid") + count("sphinx");
}

exports.dig = {
  name: "dig",
  minPlayers: 2,
  maxPlayers: 2,
  setup: ({ ctx, random }) => {
    const G = {
      bag: random.Shuffle(pool()),
      entrance: 0,
      site: { mosaics: {}, statues: {}, amphoras: {}, skeletons: {} },
      chosen: null,
      players: Array.from({ length: ctx.numPlayers }, () => ({ tiles: {}, helpers: [...HELPERS] })),
    };
    draw(G);
    return G;
  },
  moves: {
    take: ({ G, playerID, events }, area, tiles) => {
      if (G.chosen !== null || tiles.length > 2 || !move(G, playerID, area, tiles)) return INVALID_MOVE;
      G.chosen = area;
      if (G.players[playerID].helpers.length === 0) endTurn(G, events);
    },
    use: ({ G, playerID, events }, helper, area, tiles) => {
      const helpers = G.players[playerID].helpers;
      if (G.chosen === null || !helpers.includes(helper) || !move(G, playerID, area, tiles)) return INVALID_MOVE;
      helpers.splice(helpers.indexOf(helper), 1);
      endTurn(G, events);
    },
    end: ({ G, events }) => {
      if (G.chosen === null) return INVALID_MOVE;
      endTurn(G, events);
    },
  },
  endIf: ({ G }) => {
    if (G.entrance < ENTRANCE && G.bag.length > 0) return undefined;
    return { scores: G.players.map((player) => score(player.tiles)) };
  },
  playerView: ({ G }) => ({ ...G, bag: G.bag.length }),
};

// What a player who likes everything does next, as [name, ...arguments]. It ends a turn on its own as often as a random
// player of Amphipolis does.
exports.dug = (G, player, random) => {
  const full = Object.keys(G.site).filter((area) => Object.keys(G.site[area]).length > 0);
  const area = full[Math.floor(random() * full.length)] || "mosaics";
  const tiles = Object.keys(G.site[area]);
  if (G.chosen === null) return ["take", area, tiles.slice(0, 2)];
  const helpers = G.players[player].helpers;
  if (tiles.length === 0 || random() < 0.13) return ["end"];
  return ["use", helpers[0], area, tiles.slice(0, 1)];
};

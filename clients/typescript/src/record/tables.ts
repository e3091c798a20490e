/** The tables of each game: which event shows which draw. They hold for schema 1. */

import { draw, shuffle, without } from "./chance.js";
import type { JsonObject } from "./canonical.js";
import { checkFirstSeat, Deck, integerOf, poolOf, textOf, textsOf } from "./draws.js";
import { require } from "./flaw.js";
import type { Fact } from "./integrity.js";

export interface MatchFacts {
  options: JsonObject;
  seats: number;
  seed: Uint8Array;
}

type Check = (fact: Fact) => void;
/** The check of every event type in a game's tables. */
export type Table = Readonly<Record<string, Check>>;

const AREAS: ((tile: string) => boolean)[] = [
  (tile) => tile.startsWith("mosaic-"),
  (tile) => tile === "caryatid" || tile === "sphinx",
  (tile) => tile.startsWith("amphora-"),
  (tile) => tile.startsWith("skeleton-"),
];

function amphipolis({ options, seats, seed }: MatchFacts): Table {
  const bag = new Deck("amphipolis/bag", seed);
  return {
    "amphipolis.SiteOpened": (fact) => {
      checkFirstSeat(fact, options["first_seat"], seats, seed);
      const pool = poolOf(fact, "pool");
      const tiles = textsOf(fact, "tiles");
      require(!bag.shown, "the pool is shown twice");
      if (!fact.inHistory) {
        const expected = firstOfEachArea(shuffle(seed, "amphipolis/setup", pool));
        require(sameTexts(tiles, expected), "chance gives other first tiles");
      }
      const rest = without(pool, tiles);
      require(rest !== undefined, "the pool does not have the first tiles");
      bag.begin(rest);
    },
    "amphipolis.TilesDrawn": (fact) => bag.take(textsOf(fact, "tiles"), fact.inHistory),
  };
}

function firstOfEachArea(order: readonly string[]): string[] {
  const open = new Set(AREAS);
  return order.filter((tile) => {
    const area = [...open].find((holds) => holds(tile));
    return area !== undefined && open.delete(area);
  });
}

function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, place) => text === other[place]);
}

function akros({ options, seed }: MatchFacts): Table {
  const bag = new Deck("akros/bag", seed);
  return {
    "akros.BoardLaid": (fact) => {
      const jinn = integerOf(fact, "jinn");
      const named = options["sides"] !== undefined && options["sides"] !== "random";
      if (named) require(jinn === 0, "the option makes seat 0 play Jinn");
      else if (!fact.inHistory) require(jinn === draw(seed, "akros/sides", 2), "chance gives Jinn to the other seat");
      const pool = poolOf(fact, "pool");
      require(!bag.shown, "the pool is shown twice");
      bag.begin(pool);
    },
    "akros.TilesDrawn": (fact) => bag.take(textsOf(fact, "tiles"), fact.inHistory),
  };
}

function akrotiri({ options, seats, seed }: MatchFacts): Table {
  const tiles = new Deck("akrotiri/tiles", seed);
  const goals = new Deck("akrotiri/goals", seed);
  const maps = new Map(["easy", "medium", "hard"].map((deck) => [deck, new Deck(`akrotiri/maps/${deck}`, seed)]));
  return {
    "akrotiri.TableLaid": (fact) => {
      checkFirstSeat(fact, options["first_seat"], seats, seed);
      for (const [field, deck] of [["tiles", tiles], ...maps, ["goals", goals]] as [string, Deck][]) {
        const pool = poolOf(fact, field);
        require(!deck.shown, `the pool ${field} is shown twice`);
        deck.begin(pool);
      }
    },
    "akrotiri.TileDrawn": (fact) => tiles.take([textOf(fact, "tile")], fact.inHistory),
    "akrotiri.OracleConsulted": (fact) => tiles.take(textsOf(fact, "flipped"), fact.inHistory),
    "akrotiri.TilesReshuffled": (fact) => {
      const pool = poolOf(fact, "tiles");
      require(tiles.shown, "tiles are shuffled again before their pool is shown");
      require(integerOf(fact, "shuffle") === tiles.next, `the shuffle is not number ${tiles.next}`);
      tiles.begin(pool);
    },
    "akrotiri.MapDrawn": (fact) => {
      const card = textOf(fact, "card");
      const deck = fact.event.sealed["deck"] ? fact.opened.get("deck") : fact.event.public["deck"];
      maps.get(deck as string)?.take([card], fact.inHistory);
    },
    "akrotiri.GoalDrawn": (fact) => goals.take([textOf(fact, "goal")], fact.inHistory),
    "akrotiri.GoalsOpened": (fact) => goals.take(textsOf(fact, "goals"), fact.inHistory),
  };
}

/** The tables by game. */
export const TABLES: Readonly<Record<string, (match: MatchFacts) => Table>> = { akros, akrotiri, amphipolis };
/** The rules versions of each game for which they hold. */
export const TABLES_RULES: Readonly<Record<string, readonly string[]>> = {
  amphipolis: ["1", "2"],
  akros: ["1"],
  akrotiri: ["1", "2"],
};
/** The types whose events are kept until the seed is known. */
export const DRAW_TYPES: ReadonlySet<string> = new Set(
  Object.values(TABLES).flatMap((table) => Object.keys(table({ options: {}, seats: 1, seed: new Uint8Array(32) }))),
);

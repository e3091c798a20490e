/** The checks that a draw table stands for: which event shows which draw. They hold for schema 1. */

import { draw, shuffle, without } from "./chance.js";
import type { JsonObject } from "./canonical.js";
import { type DeckRow, type DrawTable, type FirstOfEachRow, type NumberRow, readTable, type Shown } from "./draw-table.js";
import { Deck, integerOf, poolOf, type Shuffle, textOf, textsOf, valueOf } from "./draws.js";
import { require } from "./flaw.js";
import type { Fact } from "./integrity.js";
import { KNOWN_TABLES } from "./known-tables.js";
import { message } from "./message.js";

export interface MatchFacts {
  options: JsonObject;
  seats: number;
  seed: Uint8Array;
  /** Takes the shuffles as they are derived. */
  shuffles: Shuffle[];
}

/** Checks what an event shows of one row; it passes over the events that the row does not name. */
type Check = (fact: Fact) => void;

interface KnownTable {
  table: DrawTable;
  /** The rules versions for which it holds. */
  rules: readonly string[];
}

/** The tables of docs/record.md by game. */
export const TABLES: ReadonlyMap<string, KnownTable> = new Map(
  Object.entries(JSON.parse(KNOWN_TABLES) as Record<string, { rows: never; rules: string[] }>).map(
    ([game, { rows, rules }]) => [game, { table: readTable(game, rows), rules }],
  ),
);

/** The checks of all rows, in their order. */
export function checksOf(table: DrawTable, match: MatchFacts): Check[] {
  return table.rows.map((row) => {
    if (row.kind === "number") return numberCheck(row, match);
    return row.kind === "deck" ? deckCheck(row, table, match) : firstOfEachCheck(row, match);
  });
}

function numberCheck({ label, shown, among, option, otherwise }: NumberRow, { options, seats, seed }: MatchFacts): Check {
  const told = option && Object.hasOwn(options, option.name) ? options[option.name] : option?.value;
  const fixed = option && told !== option.value ? (otherwise?.toString() ?? told) : undefined;
  let settled: number | undefined;
  return (fact) => {
    if (fact.event.type !== shown.event) return;
    const number = integerOf(fact, shown.field);
    if (fixed !== undefined) require(String(number) === fixed, message`${{ field: shown.field }} is not what the option says`);
    else if (fact.inHistory) settled = number;
    else require(number === (settled ?? draw(seed, label, among ?? seats)), message`chance gives another ${{ field: shown.field }}`);
  };
}

function firstOfEachCheck({ label, shown, pool: { field }, groups }: FirstOfEachRow, { seed, shuffles }: MatchFacts): Check {
  let seen = false;
  return (fact) => {
    if (fact.event.type !== shown.event) return;
    require(!seen, message`the pool of ${{ label }} is shown twice`);
    seen = true;
    const tiles = textsOf(fact, shown.field);
    const pool = poolOf(fact, field);
    if (fact.inHistory) return;
    const order = shuffle(seed, label, pool);
    shuffles.push({ label, order });
    require(sameTexts(tiles, firstOfEach(order, groups)), message`chance gives another ${{ field: shown.field }}`);
  };
}

function deckCheck({ label, shown, pool, less, refill }: DeckRow, { forms }: DrawTable, { seed, shuffles }: MatchFacts): Check {
  const deck = new Deck(label, seed, shuffles);
  return (fact) => {
    const { type } = fact.event;
    if (type === pool.event) {
      require(!deck.shown, message`the pool of ${{ label }} is shown twice`);
      const whole = poolOf(fact, pool.field);
      const rest = less === undefined ? whole : without(whole, textsOf(fact, less));
      require(rest !== undefined, message`the pool of ${{ label }} does not have what it is less`);
      deck.begin(rest);
    }
    if (refill && type === refill.event) {
      require(deck.shown, message`${{ label }} is shuffled again before its pool is shown`);
      if (refill.number !== undefined) {
        require(integerOf(fact, refill.number) === deck.next, message`the shuffle is not number ${{ number: deck.next }}`);
      }
      deck.begin(poolOf(fact, refill.field));
    }
    for (const each of shown) if (type === each.event && meets(fact, each)) deck.take(drawn(fact, each), fact.inHistory);
  };

  function drawn(fact: Fact, { event, field }: Shown): string[] {
    return forms.get(event)?.get(field) === "texts" ? textsOf(fact, field) : [textOf(fact, field)];
  }
}

function meets(fact: Fact, { where }: Shown): boolean {
  return where === undefined || valueOf(fact, where.field) === where.value;
}

function firstOfEach(order: readonly string[], groups: readonly (readonly string[])[]): string[] {
  const met = new Set<readonly string[]>();
  return order.filter((tile) => {
    const group = groups.find((ids) => ids.some((id) => (id.endsWith("-") ? tile.startsWith(id) : tile === id)));
    if (group === undefined || met.has(group)) return false;
    met.add(group);
    return true;
  });
}

function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, place) => text === other[place]);
}

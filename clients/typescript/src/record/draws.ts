/** Decks and bags: an order that chance gives, and the draws that events show of it. */

import { forkOrder, type Pool, without } from "./chance.js";
import { isInteger, isObject, isText, type Value } from "./canonical.js";
import { Flaw, require } from "./flaw.js";
import type { Fact } from "./integrity.js";
import { MAX_SHUFFLED } from "./limits.js";
import { message } from "./message.js";

/** The value of a field: of its opening where it is sealed, else what is public; undefined where there is none. */
export function valueOf({ event, opened }: Fact, field: string): Value | undefined {
  if (Object.hasOwn(event.sealed, field)) return opened.get(field);
  return Object.hasOwn(event.public, field) ? event.public[field] : undefined;
}

/** The fields that the tables read of one event: the opening where sealed, else what is public. */
export function fieldOf(fact: Fact, field: string): Value {
  const value = valueOf(fact, field);
  const { event } = fact;
  if (value === undefined) throw new Flaw(message`${{ type: event.type }} has no ${{ field }}`);
  return value;
}

export function integerOf(fact: Fact, field: string): number {
  const value = fieldOf(fact, field);
  require(isInteger(value), message`${{ field }} of ${{ type: fact.event.type }} is no integer`);
  return value;
}

export function textOf(fact: Fact, field: string): string {
  const value = fieldOf(fact, field);
  require(isText(value), message`${{ field }} of ${{ type: fact.event.type }} is no text`);
  return value;
}

export function textsOf(fact: Fact, field: string): string[] {
  const value = fieldOf(fact, field);
  require(Array.isArray(value) && value.every(isText), message`${{ field }} of ${{ type: fact.event.type }} is no list of texts`);
  return value as string[];
}

export function poolOf(fact: Fact, field: string): Pool {
  const value = fieldOf(fact, field);
  if (!isObject(value)) throw new Flaw(message`${{ field }} of ${{ type: fact.event.type }} is no pool`);
  const entries = Object.entries(value);
  require(entries.every(([, count]) => isInteger(count)), message`${{ field }} of ${{ type: fact.event.type }} is no pool of integers`);
  return new Map(entries as [string, number][]);
}

/** An order that chance gave: its label, and the components as they lay. */
export interface Shuffle {
  label: string;
  order: readonly string[];
}

/** What was drawn of a pool in a fork's history, and the order that follows it. */
export class Deck {
  private pool: Pool | undefined;
  private number = 0;
  private drawn: string[] = [];
  private settled = 0;
  private shuffled = 0;
  private order: string[] | undefined;

  constructor(
    private readonly label: string,
    private readonly seed: Uint8Array,
    private readonly shuffles: Shuffle[],
  ) {}

  get shown(): boolean {
    return this.pool !== undefined;
  }

  /** Takes the pool of the first shuffle, or of the next. */
  begin(pool: Pool): void {
    this.pool = pool;
    this.number++;
    this.drawn = [];
    this.settled = 0;
    this.order = undefined;
    for (const count of pool.values()) this.shuffled += count;
    require(this.shuffled <= MAX_SHUFFLED, message`the shuffles of ${{ label: this.label }} have more than ${{ limit: MAX_SHUFFLED }} components`);
  }

  /** The number of the next shuffle: 2 for the first reshuffle. */
  get next(): number {
    return this.number + 1;
  }

  take(components: readonly string[], inHistory: boolean): void {
    if (components.length === 0) return;
    if (!this.pool) throw new Flaw(message`${{ label: this.label }} is drawn from before its pool is shown`);
    this.drawn.push(...components);
    if (inHistory) {
      require(without(this.pool, this.drawn) !== undefined, message`the pool of ${{ label: this.label }} does not have what is drawn`);
      this.settled = this.drawn.length;
      return;
    }
    const order = (this.order ??= this.shuffle(this.pool));
    const start = this.drawn.length - components.length;
    require(this.drawn.length <= order.length, message`more is drawn from ${{ label: this.label }} than it has`);
    const same = components.every((component, place) => component === order[start + place]);
    require(same, message`chance gives another draw from ${{ label: this.label }}`);
  }

  private shuffle(pool: Pool): string[] {
    const order = forkOrder(this.seed, this.fullLabel, pool, this.drawn.slice(0, this.settled));
    this.shuffles.push({ label: this.fullLabel, order });
    return order;
  }

  private get fullLabel(): string {
    return this.number === 1 ? this.label : `${this.label}#${this.number}`;
  }
}

/** Checks of form that several parts of the format share. */

import { fromHex } from "./bytes.js";
import { isInteger, isObject, isText, type JsonObject, type Value } from "./canonical.js";
import { Flaw, require } from "./flaw.js";
import { message } from "./message.js";

const VISIBLE = /^[!-~]{1,64}$/;
const GAME = /^[a-z][a-z0-9_]{0,63}$/;
const SEAT_ACTOR = /^seat:(0|[1-9][0-9]*)$/;

export function isVisible(value: Value | undefined): value is string {
  return isText(value) && VISIBLE.test(value);
}

export function isGame(value: Value | undefined): value is string {
  return isText(value) && GAME.test(value);
}

export function isDigest(value: Value | undefined): value is string {
  return fromHex(value, 32) !== undefined;
}

export function isSeat(value: Value | undefined, seats: number): value is number {
  return isInteger(value) && value >= 0 && value < seats;
}

/** The seat of an actor `seat:N`, or undefined. */
export function actorSeat(actor: string): number | undefined {
  const found = SEAT_ACTOR.exec(actor);
  return found ? Number(found[1]) : undefined;
}

/** An object with exactly these keys; those of `optional` may be absent. */
export function exactly(
  value: Value | undefined,
  what: string,
  keys: readonly string[],
  optional: readonly string[] = [],
): JsonObject {
  if (!isObject(value)) throw new Flaw(message`${{ what }} is no object`);
  for (const key of keys) require(key in value, message`${{ what }} has no ${{ key }}`);
  for (const key of Object.keys(value)) {
    require(keys.includes(key) || optional.includes(key), message`${{ what }} has an unknown key ${{ key }}`);
  }
  return value;
}

export function list(value: Value | undefined, what: string): Value[] {
  if (!Array.isArray(value)) throw new Flaw(message`${{ what }} is no list`);
  return value;
}

export function text(value: Value | undefined, what: string): string {
  require(isText(value), message`${{ what }} is no text`);
  return value;
}

/** The number of code points. */
export function characters(value: string): number {
  let count = 0;
  for (const _ of value) count++;
  return count;
}

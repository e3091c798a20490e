/** Comparison of a fork with its origin: is the history that the fork shows the origin's? */

import { sha256 } from "@noble/hashes/sha2.js";

import { equal, toHex } from "./bytes.js";
import { canonicalBytes, type JsonObject, type Value } from "./canonical.js";
import { DROP_OUTS } from "./fair-play.js";
import type { Fact, RecordReader } from "./integrity.js";
import { message } from "./message.js";
import { because, failed, type Level, passed } from "./verdict.js";

/** What a comparison keeps of an event: digests, so that memory stays small. */
interface Kept {
  seq: number;
  request: string;
  digest: string;
  inHistory: boolean;
  ofGame: boolean;
  started: boolean;
  same: Uint8Array;
  sealed: ReadonlyMap<string, Uint8Array | undefined>;
}

/** Collects from one record what a comparison needs. */
export class History {
  readonly events: Kept[] = [];
  private started = false;

  take({ event, digest, opened, inHistory }: Fact): void {
    this.started ||= event.type === "match.Started";
    const ofGame = !event.type.startsWith("match.");
    const sealed = new Map<string, Uint8Array | undefined>();
    for (const field of Object.keys(event.sealed)) {
      const value = opened.get(field);
      sealed.set(field, value === undefined ? undefined : hash(value));
    }
    this.events.push({
      seq: event.seq,
      request: event.request,
      digest: toHex(digest),
      inHistory,
      ofGame: ofGame || DROP_OUTS.includes(event.type),
      started: this.started,
      same: hash([event.type, event.actor, ofGame && !inHistory ? withoutClock(event.public) : event.public]),
      sealed,
    });
  }
}

/** Compares two records that both passed level 1. A match that is no fork passes. */
export function compareFork(fork: RecordReader, forked: History, origin: RecordReader, original: History): Level {
  const point = fork.opening?.forkedFrom;
  if (!point) return passed();
  const last = original.events[point.seq - 1];
  if (origin.header?.match !== point.match) return failed("the origin is another match", 1);
  if (!last || last.digest !== point.digest) return failed("the origin has no such event", 1);
  if (original.events[point.seq]?.request === last.request) return failed("a request is cut in two", 1);
  if (!last.started) return failed("the origin had not started", 1);
  if (!equal(hash(terms(fork)), hash(terms(origin)))) return failed("the origin was opened with other terms", 1);
  const expected = original.events.slice(0, point.seq).filter((event) => event.ofGame);
  return compareEvents(forked.events.filter((event) => event.inHistory), expected);
}

function compareEvents(found: readonly Kept[], expected: readonly Kept[]): Level {
  let pending: number | undefined;
  for (let place = 0; place < Math.max(found.length, expected.length); place++) {
    const one = found[place];
    const other = expected[place];
    const seq = one?.seq ?? (found[found.length - 1]?.seq ?? 1);
    if (!one || !other) return failed("the history has more or fewer events than the origin", seq);
    if (!equal(one.same, other.same)) return failed("an event is not the origin's", seq);
    if (one.sealed.size !== other.sealed.size) return failed("an event seals other fields", seq);
    for (const [field, value] of one.sealed) {
      if (!other.sealed.has(field)) return failed("an event seals other fields", seq);
      const origin = other.sealed.get(field);
      if (!value || !origin) pending ??= seq;
      else if (!equal(value, origin)) return failed(message`${{ field }} has another value`, seq);
    }
  }
  return pending === undefined ? passed() : because("pending", "a value is not open yet", pending);
}

function terms(reader: RecordReader): Value {
  const { options, seats, data, draws } = reader.opening as NonNullable<RecordReader["opening"]>;
  const { game } = reader.header as NonNullable<RecordReader["header"]>;
  return [game, options, seats, data, draws?.digest ?? null];
}

/** What a fork takes over of an event: all but the time that was left. */
function withoutClock(fields: JsonObject): JsonObject {
  const { clock: _, ...rest } = fields;
  return rest;
}

function hash(value: Value): Uint8Array {
  return sha256(canonicalBytes(value));
}

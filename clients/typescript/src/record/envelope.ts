/** The envelope that every event has. */

import { isInteger, isObject, isText, type JsonObject, type Value } from "./canonical.js";
import { Flaw, require } from "./flaw.js";
import { actorSeat, exactly, isDigest, isSeat, isVisible } from "./form.js";
import { message } from "./message.js";

export interface Envelope {
  actor: string;
  at: string;
  public: JsonObject;
  request: string;
  schema: number;
  sealed: JsonObject;
  seq: number;
  type: string;
}

const KEYS = ["actor", "at", "match", "public", "request", "schema", "seq", "type"];
const TIME = /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.[0-9]{6}Z$/;
const TYPE = /^([a-z][a-z0-9_]{0,63})\.([A-Z][A-Za-z0-9]*)$/;

/** Checks the form of an envelope; seats are checked by `checkActor`, once the match's number of them is known. */
export function readEnvelope(value: Value | undefined, match: string, game: string, seq: number): Envelope {
  const event = exactly(value, "the event", KEYS, ["sealed"]);
  const { actor, at, request, schema, type } = event;
  require(event["seq"] === seq, message`the event's seq is not ${{ seq }}`);
  require(event["match"] === match, "the event is of another match");
  require(isText(actor), "the actor is no text");
  require(isText(at) && isTime(at), "the time is no UTC time in the format of records");
  require(isObject(event["public"]), "public is no object");
  require(isVisible(request), "the request id is not 1 to 64 visible ASCII characters");
  require(isInteger(schema) && schema >= 1, "the schema is no integer of 1 or more");
  require(isText(type) && hasNamespace(type, game), "the event's type is neither of the match nor of its game");
  const sealed = "sealed" in event ? readSealed(event["sealed"], event["public"]) : {};
  return { actor, at, public: event["public"], request, schema, sealed, seq, type };
}

export function checkActor(event: Envelope, seats: number): void {
  if (event.actor === "host" || event.actor === "server") return;
  const seat = actorSeat(event.actor);
  require(seat !== undefined && isSeat(seat, seats), "the actor is neither a seat of the match, nor host, nor server");
}

function readSealed(value: Value | undefined, open: JsonObject): JsonObject {
  if (!isObject(value)) throw new Flaw("sealed is no object");
  const fields = Object.entries(value);
  require(fields.length > 0, "sealed is empty");
  for (const [field, commitment] of fields) {
    require(isDigest(commitment), message`the commitment of ${{ field }} is not 32 bytes in hex`);
    require(!(field in open), message`${{ field }} is both sealed and public`);
  }
  return value;
}

function hasNamespace(type: string, game: string): boolean {
  const found = TYPE.exec(type);
  return found !== null && (found[1] === "match" || found[1] === game);
}

/** Whether a text is a time in the format of records. */
export function isTime(at: string): boolean {
  const found = TIME.exec(at);
  if (!found) return false;
  const [year, month, day, hour, minute, second] = found.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (year < 1 || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return false;
  return day >= 1 && day <= daysOf(year, month);
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** The events that all games share: their actors and payloads. */

import { fromHex } from "./bytes.js";
import { isInteger, isObject, isText, type JsonObject, type Value } from "./canonical.js";
import { type DrawTable, readTable } from "./draw-table.js";
import type { Envelope } from "./envelope.js";
import { readSettings, SETTINGS, type Settings } from "./fair-play.js";
import { Flaw, require } from "./flaw.js";
import { actorSeat, characters, exactly, isDigest, isSeat, isVisible, list, text } from "./form.js";
import { MAX_ENTROPY_BYTES, MAX_EVENTS, MAX_SCORE_PARAM_CHARACTERS, MAX_SCORE_PARAMS, MAX_SEATS } from "./limits.js";
import { message } from "./message.js";

export interface ForkPoint {
  digest: string;
  match: string;
  seq: number;
}

/** What `match.Opened` says. */
export interface Opening {
  options: JsonObject;
  seats: number;
  seedCommitment: string;
  data: JsonObject;
  edition: 1 | 2;
  forkedFrom: ForkPoint | undefined;
  settings: Settings;
  /** The draw table that the record carries. */
  draws: DrawTable | undefined;
}

const ID = /^[a-z][a-z0-9_]{0,63}$/;

export function readOpened(event: Envelope, game: string, rules: string): Opening {
  require(event.type === "match.Opened", "event 1 is not match.Opened");
  checkForm(event, 1);
  require(event.actor === "host", "the actor of match.Opened is not the host");
  const keys = ["data", "game", "options", "rules", "seats", "seed_commitment"];
  const opened = exactly(event.public, "match.Opened", keys, ["draws", "edition", "forked_from", ...SETTINGS]);
  const { options, seats, seed_commitment: seedCommitment } = opened;
  require(opened["game"] === game && opened["rules"] === rules, "the header does not agree with event 1");
  require(isObject(options) && Object.values(options).every(isText), "options is no object of texts");
  require(isInteger(seats) && seats >= 1 && seats <= MAX_SEATS, message`seats is not 1 to ${{ limit: MAX_SEATS }}`);
  require(isDigest(seedCommitment), "the commitment of the seed is not 32 bytes in hex");
  const data = exactly(opened["data"], "data", ["digest", "name"]);
  require(isText(data["name"]) && isDigest(data["digest"]), "data has another form");
  require(!("edition" in opened) || opened["edition"] === 2, "the edition does not exist");
  const forkedFrom = "forked_from" in opened ? readForkPoint(opened["forked_from"]) : undefined;
  const draws = "draws" in opened ? readTable(game, opened["draws"]) : undefined;
  const settings = readSettings(opened, event.at, seats, forkedFrom !== undefined);
  return { options, seats, seedCommitment, data, edition: "edition" in opened ? 2 : 1, forkedFrom, settings, draws };
}

function readForkPoint(value: Value | undefined): ForkPoint {
  const { digest, match, seq } = exactly(value, "forked_from", ["digest", "match", "seq"]);
  require(isDigest(digest) && isVisible(match), "forked_from has another form");
  require(isInteger(seq) && seq >= 1 && seq <= MAX_EVENTS, "forked_from names no event");
  return { digest, match, seq };
}

/** Checks the payload of every other shared event; those of fair play are checked where they are followed. */
export function checkMatchEvent(event: Envelope, seats: number): void {
  checkForm(event, event.type === "match.Finished" ? 2 : 1);
  CHECKS[event.type]?.(event, seats);
}

/** Whether an event is one of those that came with fair play. */
export function isOfFairPlay(event: Envelope): boolean {
  return !(event.type in CHECKS);
}

function checkForm(event: Envelope, latest: number): void {
  require(event.schema <= latest, message`${{ type: event.type }} has no schema ${{ schema: event.schema }}`);
  require(Object.keys(event.sealed).length === 0, message`${{ type: event.type }} seals nothing`);
}

const CHECKS: Record<string, (event: Envelope, seats: number) => void> = {
  "match.Joined": (event, seats) => {
    const { name, entropy } = exactly(event.public, "match.Joined", ["entropy", "name", "seat"], [
      "commitment",
    ]);
    checkSeatActor(event, seats);
    text(name, "the name");
    require(entropyBytes(entropy) !== undefined, message`entropy is not 0 to ${{ limit: MAX_ENTROPY_BYTES }} bytes in hex`);
  },
  "match.Left": (event, seats) => {
    exactly(event.public, "match.Left", ["seat"]);
    // The host may free a seat.
    if (event.actor === "host") require(isSeat(event.public["seat"], seats), "the seat is none of the match");
    else checkSeatActor(event, seats);
  },
  "match.Started": (event) => {
    exactly(event.public, "match.Started", ["names"]);
    checkServer(event);
    require(list(event.public["names"], "names").every(isText), "names is no list of texts");
  },
  "match.Resigned": (event, seats) => {
    exactly(event.public, "match.Resigned", ["seat"]);
    checkSeatActor(event, seats);
  },
  "match.TokenRotated": (event, seats) => {
    exactly(event.public, "match.TokenRotated", [], ["seat"]);
    if ("seat" in event.public) checkSeatActor(event, seats);
    else require(event.actor === "host", "the actor is not the host");
  },
  "match.Finished": (event, seats) => {
    exactly(event.public, "match.Finished", ["decided_by", "scores", "server_seed", "winners"]);
    checkServer(event);
    text(event.public["decided_by"], "decided_by");
    require(isDigest(event.public["server_seed"]), "the server seed is not 32 bytes in hex");
    const winners = list(event.public["winners"], "winners");
    require(winners.every((seat) => isSeat(seat, seats)), "a winner is no seat of the match");
    for (const score of list(event.public["scores"], "scores")) checkScore(score, seats, event.schema);
  },
  "match.Aborted": (event) => {
    exactly(event.public, "match.Aborted", ["reason", "server_seed"], ["cause"]);
    text(event.public["reason"], "the reason");
    require(isDigest(event.public["server_seed"]), "the server seed is not 32 bytes in hex");
  },
};

/** The entropy of a join, or undefined where the text is no hex of at most 64 bytes. */
export function entropyBytes(value: Value | undefined): Uint8Array | undefined {
  if (!isText(value) || value.length > 2 * MAX_ENTROPY_BYTES) return undefined;
  return fromHex(value, value.length / 2);
}

function checkSeatActor(event: Envelope, seats: number): void {
  const seat = event.public["seat"];
  require(isSeat(seat, seats), "the seat is no seat of the match");
  require(actorSeat(event.actor) === seat, "the actor is not the seat");
}

function checkServer(event: Envelope): void {
  require(event.actor === "server", message`the actor of ${{ type: event.type }} is not the server`);
}

function checkScore(value: Value, seats: number, schema: number): void {
  const { seat, total, lines } = exactly(value, "a score", ["lines", "seat", "total"]);
  require(seat === -1 || isSeat(seat, seats), "a score is of no seat of the match");
  require(isInteger(total), "a total is no integer");
  for (const line of list(lines, "the lines of a score")) {
    const keys = ["detail", "points", "rule", ...(schema === 2 ? ["params"] : [])];
    const { detail, points, rule, params } = exactly(line, "a line of a score", keys);
    text(rule, "the rule of a score");
    require(isInteger(points), "the points of a score are no integer");
    const sentence = text(detail, "the detail of a score");
    if (schema === 2) checkDetail(sentence, params);
  }
}

function checkDetail(detail: string, params: Value | undefined): void {
  require(ID.test(detail), "the detail of a score is no id");
  if (!isObject(params)) throw new Flaw("the params of a score are no object");
  const entries = Object.entries(params);
  require(entries.length <= MAX_SCORE_PARAMS, message`a score has more than ${{ limit: MAX_SCORE_PARAMS }} params`);
  for (const [name, value] of entries) {
    require(ID.test(name), "a param of a score has no valid name");
    const short = isText(value) && characters(value) <= MAX_SCORE_PARAM_CHARACTERS;
    require(isInteger(value) || short, "a param of a score is neither an integer nor a short text");
  }
}

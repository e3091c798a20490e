/** Fair play: readiness, time, pauses and consent, as far as no rules are needed. */

import { sha256 } from "@noble/hashes/sha2.js";

import { fromHex, toHex } from "./bytes.js";
import { isInteger, isText, type JsonObject, type Value } from "./canonical.js";
import { isTime, type Envelope } from "./envelope.js";
import { Flaw, require } from "./flaw.js";
import { exactly, isDigest, isSeat, list, text } from "./form.js";
import { message } from "./message.js";

export interface Settings {
  abandonAfter: number | undefined;
  clock: string | undefined;
  commitReveal: boolean | undefined;
  openUntil: string | undefined;
  readyWithin: number | undefined;
  director: string | undefined;
}

export const SETTINGS = ["abandon_after", "clock", "commit_reveal", "open_until", "ready_within", "roles"];
/** The shared events that a fork takes over: each takes a seat out of the match. */
export const DROP_OUTS: readonly string[] = ["match.Resigned", "match.TimedOut", "match.Abandoned"];

const MAX_DURATION = 366 * 86_400;
const MAX_ADDED = 86_400_000;
const CLOCK =
  /^(?:fischer\/([1-9][0-9]{0,4})\+(0|[1-9][0-9]{0,3})|move\/([1-9][0-9]{0,4})|days\/([1-9][0-9]?))$/;

/** The settings of `match.Opened`. */
export function readSettings(opened: JsonObject, at: string, seats: number, forked: boolean): Settings {
  const { clock, commit_reveal: commitReveal, open_until: openUntil } = opened;
  const abandonAfter = duration(opened, "abandon_after");
  const readyWithin = duration(opened, "ready_within");
  require(clock === undefined || (isText(clock) && isClock(clock)), "the clock is no time control");
  require(commitReveal === undefined || typeof commitReveal === "boolean", "commit_reveal is neither true nor false");
  require(openUntil === undefined || (isText(openUntil) && isTime(openUntil) && openUntil > at), "open_until is no later time");
  require((commitReveal === true) === (readyWithin !== undefined), "ready_within belongs to commit_reveal");
  require(commitReveal !== true || seats > 1, "a match of one seat has no round of readiness");
  let director: string | undefined;
  if ("roles" in opened) {
    const found = exactly(opened["roles"], "roles", ["director"])["director"];
    require(found === "host" || found === "nobody", "there is no such director");
    director = found as string;
  }
  require(!forked || (clock === undefined && commitReveal === undefined && openUntil === undefined),
    "a fork has neither clock nor readiness nor expiry");
  return { abandonAfter, clock, commitReveal, openUntil, readyWithin, director } as Settings;
}

function duration(opened: JsonObject, name: string): number | undefined {
  if (!(name in opened)) return undefined;
  const value = opened[name];
  require(isInteger(value) && value >= 1 && value <= MAX_DURATION, message`${{ name }} is no duration in seconds`);
  return value as number;
}

function isClock(value: string): boolean {
  const found = CLOCK.exec(value);
  if (!found) return false;
  if (found[1]) return Number(found[1]) <= 86_400 && Number(found[2]) <= 3_600;
  return found[3] ? Number(found[3]) <= 86_400 : Number(found[4]) <= 60;
}

/** A time in microseconds; beyond what a number holds exactly. */
function microseconds(at: string): bigint {
  const seconds = Date.parse(`${at.slice(0, 19)}Z`) / 1000;
  return BigInt(seconds) * 1_000_000n + BigInt(at.slice(20, 26));
}

/** Follows readiness, pauses and consents of a match. */
export class FairPlay {
  readonly out = new Set<number>();
  private readonly commitments = new Map<number, string>();
  private readonly ready = new Map<number, string>();
  private readonly consents = new Set<string>();
  private roundAt = "";
  private pausedAt = "";
  private moved = false;
  private before = "";
  private at = "";

  constructor(
    private readonly settings: Settings,
    private readonly match: string,
    private readonly names: (string | undefined)[],
    private readonly entropy: Uint8Array[],
    firstAt: string,
  ) {
    this.at = firstAt;
  }

  /** Called with every event, before anything else is made of it. */
  tick(event: Envelope): void {
    this.before = this.at;
    this.at = event.at;
  }

  /** A game's event after the start. */
  play(event: Envelope): void {
    if (event.actor === "server") return;
    this.moved = true;
    this.consents.clear();
  }

  join(seat: number, event: Envelope): void {
    const { entropy, commitment } = event.public;
    const commits = this.settings.commitReveal === true;
    require(!commits || entropy === "", "entropy is given openly in a match that takes commitments");
    require(commitment === undefined || (commits && isDigest(commitment)), "there is no such commitment");
    this.commitments.set(seat, (commitment as string | undefined) ?? "");
    if (!this.names.includes(undefined) && this.due().length > 0) this.roundAt = event.at;
  }

  /** A seat is left: what was revealed in this round is void. */
  leave(seat: number): void {
    this.voidRound();
    this.commitments.delete(seat);
  }

  start(): void {
    require(this.due().length === 0, "the match starts before all seats have revealed their entropy");
    this.roundAt = "";
  }

  dropOut(seat: number): void {
    require(!this.out.has(seat), message`seat ${{ seat }} is out of the match`);
    this.out.add(seat);
    this.consents.clear();
  }

  /** Who must end a match like this. */
  abort(event: Envelope, started: boolean): string {
    const { cause } = event.public;
    switch (cause) {
      case undefined:
        require(!this.moved || this.settings.director === undefined, "the host aborts after the first move");
        return "host";
      case "expired":
        require(
          this.settings.openUntil !== undefined && !started && this.roundAt === "" && event.at >= this.settings.openUntil,
          "the match cannot expire here",
        );
        return "server";
      case "consent":
      case "director": {
        const actor = cause === "director" ? "host" : "server";
        require(event.actor === actor, message`the actor is not the ${{ actor }}`);
        this.demandAgreement("abort", event, started);
        return actor;
      }
      default:
        throw new Flaw("there is no such cause of an abort");
    }
  }

  take(event: Envelope, started: boolean): void {
    const { public: fields, actor, type } = event;
    const seats = this.names.length;
    switch (type) {
      case "match.Ready":
        exactly(fields, type, ["entropy", "next", "seat"]);
        this.reveal(fields, actor);
        return;
      case "match.Lapsed":
        exactly(fields, type, ["seats"]);
        require(actor === "server", "the actor is not the server");
        this.lapse(list(fields["seats"], "the seats"));
        return;
      case "match.TimedOut":
        exactly(fields, type, ["seat"]);
        require(actor === "server", "the actor is not the server");
        require(!started || this.settings.clock !== undefined, "the match has no clock");
        this.dropOut(seatOf(fields["seat"], seats));
        return;
      case "match.Abandoned": {
        exactly(fields, type, ["seat"], ["by"]);
        require(!started || this.settings.abandonAfter !== undefined, "no seat can be abandoned");
        this.dropOut(seatOf(fields["seat"], seats));
        const by = "by" in fields ? this.playing(fields["by"]) : undefined;
        require(actor === (by === undefined ? "host" : `seat:${by}`), "the actor does not claim the seat");
        return;
      }
    }
    require(started, message`${{ type }} stands before the start`);
    switch (type) {
      case "match.Consented":
        exactly(fields, type, ["reason", "seat", "to"]);
        this.consent(fields, actor);
        return;
      case "match.Paused":
        exactly(fields, type, ["reason"]);
        text(fields["reason"], "the reason");
        require(this.pausedAt === "", "the match is paused");
        this.demandAgreement("pause", event, started);
        this.pausedAt = event.at;
        this.consents.clear();
        return;
      case "match.Resumed":
        exactly(fields, type, ["reason"]);
        text(fields["reason"], "the reason");
        require(this.pausedAt !== "", "the match is not paused");
        this.demandAgreement("resume", event, started);
        this.pausedAt = "";
        this.consents.clear();
        return;
      case "match.TimeAdded":
        exactly(fields, type, ["milliseconds", "reason", "seat"]);
        text(fields["reason"], "the reason");
        this.playing(fields["seat"]);
        require(this.settings.clock !== undefined && this.settings.director === "host", "nobody can add time");
        this.milliseconds(fields["milliseconds"], BigInt(MAX_ADDED));
        require(actor === "host", "the actor is not the host");
        return;
      case "match.TimeCredited":
        exactly(fields, type, ["milliseconds"]);
        require(this.settings.clock !== undefined && this.pausedAt === "", "no clock runs");
        this.milliseconds(fields["milliseconds"], (microseconds(this.at) - microseconds(this.before)) / 1000n);
        require(actor === "server", "the actor is not the server");
        return;
      default:
        throw new Flaw(message`${{ type }} is no event of a match`);
    }
  }

  private reveal(fields: JsonObject, actor: string): void {
    const seat = seatOf(fields["seat"], this.names.length);
    const entropy = fromHex(fields["entropy"], 32);
    require(entropy !== undefined && isDigest(fields["next"]), "entropy or next is not 32 bytes in hex");
    const due = this.commitments.get(seat);
    require(this.roundAt !== "" && !!due && !this.ready.has(seat), message`seat ${{ seat }} has nothing to reveal`);
    const prefix = new TextEncoder().encode(`clio-entropy/1${this.match}/${seat}/`);
    const found = toHex(sha256(Uint8Array.of(...prefix, ...(entropy as Uint8Array))));
    require(found === due, message`seat ${{ seat }} reveals other entropy than it is committed to`);
    require(actor === `seat:${seat}`, "the actor is not the seat");
    this.entropy[seat] = entropy as Uint8Array;
    this.ready.set(seat, fields["next"] as string);
  }

  private lapse(seats: Value[]): void {
    const due = this.due();
    const same = seats.length === due.length && seats.every((seat, place) => seat === due[place]);
    require(this.roundAt !== "" && same, "these are not the seats that have to get ready");
    require(this.hasPassed(this.roundAt, this.settings.readyWithin), "the time to get ready is not over");
    this.voidRound();
    for (const seat of due) {
      this.names[seat] = undefined;
      this.entropy[seat] = new Uint8Array(0);
      this.commitments.delete(seat);
    }
  }

  private consent(fields: JsonObject, actor: string): void {
    const seat = this.playing(fields["seat"]);
    const to = fields["to"];
    text(fields["reason"], "the reason");
    require(to === "abort" || to === "pause" || to === "resume", "nobody agrees to that");
    require(this.settings.director !== undefined, "the seats of this match agree to nothing");
    require(to !== "pause" || this.pausedAt === "", "the match is paused");
    require(to !== "resume" || this.pausedAt !== "", "the match is not paused");
    require(!this.consents.has(`${to}/${seat}`), message`seat ${{ seat }} has agreed before`);
    require(actor === `seat:${seat}`, "the actor is not the seat");
    this.consents.add(`${to}/${seat}`);
  }

  /** The director acts alone; else all seats that still play have agreed, or one of them to end a long pause. */
  private demandAgreement(to: string, event: Envelope, started: boolean): void {
    require(started, message`${{ type: event.type }} stands before the start`);
    if (event.actor === "host" && this.settings.director === "host") return;
    const seats = this.names.map((_, seat) => seat).filter((seat) => !this.out.has(seat));
    const agreed = this.names.map((_, seat) => seat).filter((seat) => this.consents.has(`${to}/${seat}`));
    const all = seats.every((seat) => agreed.includes(seat));
    const long = to === "resume" && agreed.length > 0 && this.hasPassed(this.pausedAt, this.settings.abandonAfter);
    require(event.actor === "server" && (all || long), message`not every seat has agreed to ${{ to }}`);
  }

  private due(): number[] {
    const seats = [...this.commitments].filter(([seat, commitment]) => commitment !== "" && !this.ready.has(seat));
    return seats.map(([seat]) => seat).sort((one, other) => one - other);
  }

  private voidRound(): void {
    for (const [seat, next] of this.ready) {
      this.commitments.set(seat, next);
      this.entropy[seat] = new Uint8Array(0);
    }
    this.ready.clear();
    this.roundAt = "";
  }

  private hasPassed(since: string, seconds: number | undefined): boolean {
    if (seconds === undefined) return false;
    return microseconds(this.at) >= microseconds(since) + BigInt(seconds) * 1_000_000n;
  }

  private playing(value: Value | undefined): number {
    const seat = seatOf(value, this.names.length);
    require(!this.out.has(seat), message`seat ${{ seat }} is out of the match`);
    return seat;
  }

  private milliseconds(value: Value | undefined, most: bigint): void {
    require(isInteger(value) && value >= 1 && BigInt(value) <= most, "that time cannot be given");
  }
}

function seatOf(value: Value | undefined, seats: number): number {
  require(isSeat(value, seats), "the seat is no seat of the match");
  return value as number;
}

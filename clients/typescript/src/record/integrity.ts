/** Level 1: integrity. Reads a record line by line and checks everything that needs neither chance nor rules. */

import { fromHex, toHex } from "./bytes.js";
import { isObject, isText, parseCanonical, type JsonObject, type Span, type Value } from "./canonical.js";
import { GENESIS, headMessage, link, signatureHolds } from "./chain.js";
import { Course } from "./course.js";
import type { DrawTable } from "./draw-table.js";
import { checkActor, readEnvelope, type Envelope } from "./envelope.js";
import { Flaw, require } from "./flaw.js";
import { exactly, isGame, isVisible, list } from "./form.js";
import { FORMAT, MAX_EVENTS } from "./limits.js";
import { readOpened, type Opening } from "./match-events.js";
import { inEnglish, message, type Message, toMessage } from "./message.js";
import { checkPools } from "./pools.js";
import { TABLES } from "./tables.js";
import { commitment, salt, saltKey } from "./sealing.js";

export interface Header {
  game: string;
  match: string;
  rules: string;
}

export interface Head {
  digest: string;
  key: string;
  seq: number;
  signature: string;
}

/** An event that passed, with the values of those sealed fields that are open. */
export interface Fact {
  event: Envelope;
  digest: Uint8Array;
  opened: ReadonlyMap<string, Value>;
  /** Whether the event belongs to a fork's history. */
  inHistory: boolean;
}

export interface Note {
  seq: number;
  /** What is strange about it, in English. */
  why: string;
  /** The same as data. */
  message: Message;
}

export interface IntegrityOptions {
  /** The key, in hex, that must have signed the head. */
  key?: string | undefined;
  /** Called for every event once it has passed. */
  onFact?: ((fact: Fact) => void) | undefined;
}

/** Reads the lines of one record. After `end` returned, level 1 passes. */
export class RecordReader {
  header: Header | undefined;
  opening: Opening | undefined;
  course: Course | undefined;
  head: Head | undefined;
  serverSeed: Uint8Array | undefined;
  readonly notes: Note[] = [];
  seq = 0;
  sealedFields = 0;
  openFields = 0;
  private digest = GENESIS;
  private lastAt = "";
  private lastRequest: string | undefined;
  private readonly requests = new Set<string>();
  private readonly salts: { seq: number; field: string; salt: string }[] = [];
  private firstUnopened: number | undefined;

  constructor(private readonly options: IntegrityOptions = {}) {}

  /** The draw table of the game: of docs/record.md, whatever the rules version, or of event 1. */
  get table(): DrawTable | undefined {
    const game = this.header?.game;
    return game === undefined ? undefined : (TABLES.get(game)?.table ?? this.opening?.draws);
  }

  /** Takes a line; a flaw carries the number of the event at which it was found. */
  take(line: Uint8Array): void {
    try {
      this.takeLine(line);
    } catch (error) {
      throw error instanceof Flaw ? new Flaw(error.said, error.seq || this.seq) : error;
    }
  }

  end(): void {
    if (!this.header) throw new Flaw("the file is empty");
    if (!this.head) throw new Flaw("the file has no head", this.seq);
  }

  private takeLine(line: Uint8Array): void {
    require(!this.head, "a line follows the head");
    const { value, spans } = parseCanonical(line);
    if (!isObject(value)) throw new Flaw("a line is no object");
    if (!this.header) this.header = readHeader(value);
    else if ("head" in value) this.takeHead(value);
    else this.takeEvent(value, line, spans.get("event"));
  }

  private takeEvent(value: JsonObject, line: Uint8Array, span: Span | undefined): void {
    this.seq++;
    require(this.seq <= MAX_EVENTS, message`the record has more than ${{ limit: MAX_EVENTS }} events`);
    const entry = exactly(value, "the line", ["digest", "event", "openings"]);
    const { match, game, rules } = this.header as Header;
    const event = readEnvelope(entry["event"], match, game, this.seq);
    const { start, end } = span as Span;
    this.digest = link(this.digest, line.subarray(start, end));
    require(entry["digest"] === toHex(this.digest), "the digest is not that of the chain");
    if (this.seq === 1) this.open(event, rules);
    else this.follow(event);
    checkPools(event, this.table);
    const opened = this.takeOpenings(event, list(entry["openings"], "openings"));
    const inHistory = this.seq > 1 && (this.course as Course).inHistory;
    this.options.onFact?.({ event, digest: this.digest, opened, inHistory });
  }

  private open(event: Envelope, rules: string): void {
    this.opening = readOpened(event, (this.header as Header).game, rules);
    this.course = new Course(this.opening, event.request, this.note, (this.header as Header).match, event.at);
    this.lastAt = event.at;
    this.lastRequest = event.request;
    this.requests.add(event.request);
  }

  private readonly note = (seq: number, said: string | Message): void => {
    const noted = toMessage(said);
    this.notes.push({ seq, why: inEnglish(noted), message: noted });
  };

  private follow(event: Envelope): void {
    const { seats, edition } = this.opening as Opening;
    checkActor(event, seats);
    if (event.at < this.lastAt) {
      require(edition === 1, "the time is earlier than that of the event before");
      this.note(event.seq, "the time is earlier than that of the event before");
    }
    this.lastAt = event.at;
    if (event.request !== this.lastRequest) {
      require(!this.requests.has(event.request), "the events of a request do not stand side by side");
      this.requests.add(event.request);
      this.lastRequest = event.request;
    }
    const course = this.course as Course;
    course.take(event);
    if (course.over) this.serverSeed = fromHex(event.public["server_seed"], 32);
  }

  private takeOpenings(event: Envelope, openings: Value[]): Map<string, Value> {
    const opened = new Map<string, Value>();
    let last: string | undefined;
    for (const value of openings) {
      const opening = exactly(value, "an opening", ["field", "salt", "seq", "value"]);
      const field = opening["field"];
      const salted = fromHex(opening["salt"], 32);
      if (!isText(field) || !(field in event.sealed)) throw new Flaw("an opening is of no sealed field of the event");
      require(opening["seq"] === event.seq, "an opening is of another event");
      require(salted !== undefined, "a salt is not 32 bytes in hex");
      require(last === undefined || field > last, "openings are not sorted by field");
      last = field;
      const found = toHex(commitment(salted, event.seq, field, opening["value"] as Value));
      require(found === event.sealed[field], message`the opening of ${{ field }} does not give the commitment`);
      opened.set(field, opening["value"] as Value);
      this.salts.push({ seq: event.seq, field, salt: opening["salt"] as string });
    }
    const fields = Object.keys(event.sealed).length;
    this.sealedFields += fields;
    this.openFields += opened.size;
    if (opened.size < fields) this.firstUnopened ??= event.seq;
    return opened;
  }

  private takeHead(value: JsonObject): void {
    require(this.seq > 0, "the record has no events");
    const { course } = this;
    course?.end();
    const head = exactly(exactly(value, "the last line", ["head"])["head"], "the head", [
      "digest",
      "key",
      "seq",
      "signature",
    ]);
    require(head["seq"] === this.seq, "the head is not of the last event");
    require(head["digest"] === toHex(this.digest), "the head has another digest");
    const key = fromHex(head["key"], 32);
    const signature = fromHex(head["signature"], 64);
    require(key !== undefined && signature !== undefined, "key or signature is no hex of its length");
    require(this.options.key === undefined || head["key"] === this.options.key, "another key signed the head");
    const message = headMessage((this.header as Header).match, this.seq, this.digest);
    require(signatureHolds(key, message, signature), "the signature of the head does not hold");
    if (this.serverSeed) this.checkSalts(saltKey(this.serverSeed));
    this.head = head as unknown as Head;
  }

  /** A match that is over has every opening, with the salt that follows from the seed. */
  private checkSalts(key: Uint8Array): void {
    if (this.firstUnopened !== undefined) throw new Flaw("a sealed field has no opening", this.firstUnopened);
    for (const { seq, field, salt: found } of this.salts) {
      if (toHex(salt(key, seq, field)) !== found) throw new Flaw(message`the salt of ${{ field }} is not that of the seed`, seq);
    }
  }
}

function readHeader(value: JsonObject): Header {
  const { format, game, match, rules } = exactly(value, "the header", ["format", "game", "match", "rules"]);
  require(format === FORMAT, message`the format is not ${{ format: FORMAT }}`);
  require(isGame(game), "the name of the game has another form");
  require(isVisible(match) && isVisible(rules), "match or rules is not 1 to 64 visible ASCII characters");
  return { game, match, rules };
}

/** Canonical JSON: the one spelling that a value has. The parser accepts no other. */

import { utf8 } from "./bytes.js";
import { Flaw } from "./flaw.js";
import { MAX_CHARACTERS, MAX_DEPTH, MAX_MEMBERS } from "./limits.js";
import { message, type Message } from "./message.js";

export type Value = null | boolean | number | string | Value[] | JsonObject;
/** An object without a prototype, so that no key (`__proto__`) has a meaning of its own. */
export type JsonObject = { [key: string]: Value };

export function isObject(value: Value | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isInteger(value: Value | undefined): value is number {
  return typeof value === "number";
}

export function isText(value: Value | undefined): value is string {
  return typeof value === "string";
}

/** Where a member of the outermost object stands in the line. */
export interface Span {
  start: number;
  end: number;
}

export interface Parsed {
  value: Value;
  spans: Map<string, Span>;
}

/** Parses one line of canonical bytes; throws a flaw where the bytes are not canonical or exceed a limit. */
export function parseCanonical(bytes: Uint8Array): Parsed {
  const parser = new Parser(bytes);
  return { value: parser.whole(), spans: parser.spans };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SHORT_ESCAPES = new Map<number, string>([
  [QUOTE, '"'],
  [BACKSLASH, "\\"],
  [0x62, "\b"],
  [0x74, "\t"],
  [0x6e, "\n"],
  [0x66, "\f"],
  [0x72, "\r"],
]);
const LONG_ESCAPE = /^u00(0[0-7]|0b|0[ef]|1[0-9a-f])$/;
const LITERALS: [string, Value][] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

class Parser {
  readonly spans = new Map<string, Span>();
  private readonly decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  private place = 0;

  constructor(private readonly bytes: Uint8Array) {}

  whole(): Value {
    const value = this.value(1);
    if (this.place !== this.bytes.length) this.fail("text after the value");
    return value;
  }

  private value(depth: number): Value {
    const byte = this.bytes[this.place];
    if (byte === 0x7b) return this.object(depth);
    if (byte === 0x5b) return this.array(depth);
    if (byte === QUOTE) return this.text();
    if (byte === 0x2d || (byte !== undefined && byte >= 0x30 && byte <= 0x39)) return this.integer();
    for (const [word, value] of LITERALS) if (this.takes(word)) return value;
    return this.fail("no value");
  }

  private object(depth: number): JsonObject {
    this.deeper(depth);
    const object = Object.create(null) as JsonObject;
    let last: string | undefined;
    for (let count = 0; this.more(count, 0x7d); count++) {
      if (this.bytes[this.place] !== QUOTE) this.fail("no key");
      const key = this.text();
      // Keys are ASCII, so the order of UTF-16 units is that of code points.
      if (!isAscii(key)) this.fail("a key that is not ASCII");
      if (last !== undefined && key <= last) this.fail("keys that are not sorted, or a key twice");
      last = key;
      this.expect(0x3a);
      const start = this.place;
      object[key] = this.value(depth + 1);
      if (depth === 1) this.spans.set(key, { start, end: this.place });
    }
    return object;
  }

  private array(depth: number): Value[] {
    this.deeper(depth);
    const array: Value[] = [];
    while (this.more(array.length, 0x5d)) array.push(this.value(depth + 1));
    return array;
  }

  /** Steps past the opening bracket or a comma; false past the closing bracket. */
  private more(count: number, closing: number): boolean {
    if (count === 0) this.place++;
    if (this.bytes[this.place] === closing) {
      this.place++;
      return false;
    }
    if (count > 0) this.expect(0x2c);
    if (count >= MAX_MEMBERS) this.fail(message`more than ${{ limit: MAX_MEMBERS }} members`);
    return true;
  }

  private integer(): number {
    const start = this.place;
    if (this.bytes[this.place] === 0x2d) this.place++;
    while ((this.bytes[this.place] ?? 0) >= 0x30 && (this.bytes[this.place] ?? 0) <= 0x39) this.place++;
    // 2^53 - 1 has 16 digits: no longer text is read as a number.
    if (this.place - start > 17) this.fail("an integer out of range");
    const text = String.fromCharCode(...this.bytes.subarray(start, this.place));
    const value = Number(text);
    if (!Number.isSafeInteger(value) || String(value) !== text) this.fail("a number that is no canonical integer");
    return value;
  }

  private text(): string {
    this.place++;
    let text = "";
    let start = this.place;
    let characters = 0;
    for (;;) {
      const byte = this.bytes[this.place];
      if (byte === undefined || byte < 0x20) return this.fail("a text without end or with a raw control character");
      if (byte === QUOTE) break;
      if ((byte & 0xc0) !== 0x80 && ++characters > MAX_CHARACTERS) this.fail(message`a text of more than ${{ limit: MAX_CHARACTERS }}`);
      if (byte === BACKSLASH) {
        text += this.decoded(start) + this.escape();
        start = this.place;
      } else {
        this.place++;
      }
    }
    text += this.decoded(start);
    this.place++;
    return text;
  }

  private decoded(start: number): string {
    try {
      return this.decoder.decode(this.bytes.subarray(start, this.place));
    } catch {
      return this.fail("text that is not UTF-8");
    }
  }

  private escape(): string {
    const short = SHORT_ESCAPES.get(this.bytes[this.place + 1] ?? 0);
    if (short !== undefined) {
      this.place += 2;
      return short;
    }
    const long = String.fromCharCode(...this.bytes.subarray(this.place + 1, this.place + 6));
    if (!LONG_ESCAPE.test(long)) this.fail("an escape that is not canonical");
    this.place += 6;
    return String.fromCharCode(parseInt(long.slice(1), 16));
  }

  private takes(word: string): boolean {
    for (let place = 0; place < word.length; place++) {
      if (this.bytes[this.place + place] !== word.charCodeAt(place)) return false;
    }
    this.place += word.length;
    return true;
  }

  private expect(byte: number): void {
    if (this.bytes[this.place] !== byte) this.fail(message`no ${{ character: String.fromCharCode(byte) }}`);
    this.place++;
  }

  private deeper(depth: number): void {
    if (depth > MAX_DEPTH) this.fail(message`nested more than ${{ limit: MAX_DEPTH }} deep`);
  }

  private fail(why: string | Message): never {
    throw new Flaw(message`not canonical bytes: ${{ why }} at byte ${{ place: this.place }}`);
  }
}

function isAscii(text: string): boolean {
  for (let place = 0; place < text.length; place++) if (text.charCodeAt(place) > 0x7f) return false;
  return true;
}

/** Encodes a parsed value as its canonical bytes. */
export function canonicalBytes(value: Value): Uint8Array {
  return utf8(canonicalText(value));
}

// JSON.stringify escapes exactly what RFC 8785 asks for, and lone surrogates, which parsed texts never hold.
function canonicalText(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] as Value)}`);
  return `{${members.join(",")}}`;
}

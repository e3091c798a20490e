/**
 * Gzip, strictly one member: RFC 1952 and RFC 1951.
 *
 * `DecompressionStream` and the libraries for browsers do not say where a member ends, so they cannot tell one whole
 * member from a member with something behind it, and some skip the checksum. Output comes in chunks of at most 64 KiB.
 */

import { Flaw, require } from "./flaw.js";

const CHUNK = 65_536;
const WINDOW = 32_768;
const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const DISTANCE_BITS = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Unpacks one whole gzip member, chunk by chunk; a chunk is valid until the next one is asked for. */
export function* gunzip(bytes: Uint8Array): Generator<Uint8Array> {
  const start = headerEnd(bytes);
  const inflater = new Inflater(bytes, start);
  let sum = 0xffffffff;
  let size = 0;
  for (const chunk of inflater.chunks()) {
    sum = crc32(sum, chunk);
    size = (size + chunk.length) >>> 0;
    yield chunk;
  }
  const trailer = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = inflater.place;
  require(bytes.length === end + 8, "the file is not one whole gzip member");
  require(trailer.getUint32(end, true) === (sum ^ 0xffffffff) >>> 0, "the gzip checksum is wrong");
  require(trailer.getUint32(end + 4, true) === size, "the gzip length is wrong");
}

function headerEnd(bytes: Uint8Array): number {
  require(bytes.length >= 18 && bytes[2] === 8, "the gzip header is broken");
  const flags = bytes[3] as number;
  require((flags & 0xe0) === 0, "the gzip header has reserved flags");
  let place = 10;
  if (flags & 4) place += 2 + (bytes[place] as number) + 256 * (bytes[place + 1] as number);
  for (const text of [8, 16]) if (flags & text) place = bytes.indexOf(0, place) + 1 || bytes.length;
  if (flags & 2) place += 2;
  require(place + 8 < bytes.length, "the gzip header is broken");
  return place;
}

const CRC_TABLE = new Uint32Array(256).map((_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(sum: number, bytes: Uint8Array): number {
  for (const byte of bytes) sum = (CRC_TABLE[(sum ^ byte) & 0xff] as number) ^ (sum >>> 8);
  return sum >>> 0;
}

/** A canonical Huffman code: how many codes each length has, and the symbols in the order of their codes. */
class Huffman {
  private readonly counts = new Uint16Array(16);
  private readonly symbols: Uint16Array;

  constructor(lengths: Uint8Array, allowIncomplete: boolean) {
    this.symbols = new Uint16Array(lengths.length);
    for (const length of lengths) this.counts[length] = (this.counts[length] as number) + 1;
    let left = 1;
    for (let length = 1; length < 16; length++) {
      left = 2 * left - (this.counts[length] as number);
      require(left >= 0, "a Huffman code of the gzip data is over-subscribed");
    }
    const used = lengths.length - (this.counts[0] as number);
    const single = allowIncomplete && used === 1 && this.counts[1] === 1;
    // A single code of one bit, or none at all, is the only incomplete code that the format allows.
    require(left === 0 || used === 0 || single, "a Huffman code of the gzip data is incomplete");
    const offsets = new Uint16Array(16);
    for (let length = 1; length < 15; length++) {
      offsets[length + 1] = (offsets[length] as number) + (this.counts[length] as number);
    }
    lengths.forEach((length, symbol) => {
      if (length) this.symbols[(offsets[length] as number)++] = symbol;
    });
  }

  decode(bit: () => number): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length < 16; length++) {
      code |= bit();
      const count = this.counts[length] as number;
      if (code - count < first) return this.symbols[index + (code - first)] as number;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Flaw("a code of the gzip data has no symbol");
  }
}

const FIXED_LENGTHS = new Huffman(
  new Uint8Array(288).map((_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
  false,
);
const FIXED_DISTANCES = new Huffman(new Uint8Array(32).fill(5), false);

class Inflater {
  private bits = 0;
  private count = 0;
  /** The output: the last 32 KiB for references, then the chunk that is being filled. */
  private readonly out = new Uint8Array(WINDOW + CHUNK);
  private filled = WINDOW;
  private total = 0;

  constructor(
    private readonly bytes: Uint8Array,
    public place: number,
  ) {}

  *chunks(): Generator<Uint8Array> {
    let last = false;
    while (!last) {
      last = this.take(1) === 1;
      const type = this.take(2);
      if (type === 0) yield* this.stored();
      else if (type === 1) yield* this.compressed(FIXED_LENGTHS, FIXED_DISTANCES);
      else if (type === 2) yield* this.compressed(...this.codes());
      else throw new Flaw("a block of the gzip data has an unknown type");
    }
    yield this.flush();
  }

  private readonly bit = (): number => this.take(1);

  private take(wanted: number): number {
    while (this.count < wanted) {
      const byte = this.bytes[this.place++];
      if (byte === undefined) throw new Flaw("the gzip data ends early");
      this.bits |= byte << this.count;
      this.count += 8;
    }
    const value = this.bits & ((1 << wanted) - 1);
    this.bits >>>= wanted;
    this.count -= wanted;
    return value;
  }

  private flush(): Uint8Array {
    const chunk = this.out.slice(WINDOW, this.filled);
    this.out.copyWithin(0, this.filled - WINDOW, this.filled);
    this.filled = WINDOW;
    return chunk;
  }

  private put(byte: number): void {
    this.out[this.filled++] = byte;
    this.total++;
  }

  private *stored(): Generator<Uint8Array> {
    this.bits = 0;
    this.count = 0;
    const length = this.take(16);
    require(this.take(16) === (length ^ 0xffff), "a stored block of the gzip data is broken");
    for (let left = length; left > 0; left--) {
      if (this.filled === this.out.length) yield this.flush();
      this.put(this.take(8));
    }
  }

  private *compressed(lengths: Huffman, distances: Huffman): Generator<Uint8Array> {
    for (;;) {
      const symbol = lengths.decode(this.bit);
      if (symbol === 256) return;
      if (this.filled === this.out.length) yield this.flush();
      if (symbol < 256) {
        this.put(symbol);
        continue;
      }
      require(symbol < 286, "a length of the gzip data does not exist");
      const length = (LENGTH_BASE[symbol - 257] as number) + this.take(LENGTH_BITS[symbol - 257] as number);
      const code = distances.decode(this.bit);
      require(code < 30, "a distance of the gzip data does not exist");
      const distance = (DISTANCE_BASE[code] as number) + this.take(DISTANCE_BITS[code] as number);
      require(distance <= this.total, "a distance of the gzip data points before its start");
      for (let left = length; left > 0; left--) {
        if (this.filled === this.out.length) yield this.flush();
        this.put(this.out[this.filled - distance] as number);
      }
    }
  }

  private codes(): [Huffman, Huffman] {
    const literals = this.take(5) + 257;
    const distances = this.take(5) + 1;
    const orders = this.take(4) + 4;
    require(literals <= 286 && distances <= 30, "a block of the gzip data has too many codes");
    const meta = new Uint8Array(19);
    for (let place = 0; place < orders; place++) meta[CODE_LENGTH_ORDER[place] as number] = this.take(3);
    const lengths = this.codeLengths(new Huffman(meta, false), literals + distances);
    require(lengths[256] !== 0, "a block of the gzip data has no end");
    return [new Huffman(lengths.subarray(0, literals), true), new Huffman(lengths.subarray(literals), true)];
  }

  private codeLengths(code: Huffman, wanted: number): Uint8Array {
    const lengths = new Uint8Array(wanted);
    let place = 0;
    while (place < wanted) {
      const symbol = code.decode(this.bit);
      if (symbol < 16) {
        lengths[place++] = symbol;
        continue;
      }
      require(symbol !== 16 || place > 0, "a code length of the gzip data repeats nothing");
      const value = symbol === 16 ? (lengths[place - 1] as number) : 0;
      const times = symbol === 16 ? 3 + this.take(2) : symbol === 17 ? 3 + this.take(3) : 11 + this.take(7);
      require(place + times <= wanted, "the code lengths of the gzip data are too many");
      lengths.fill(value, place, place + times);
      place += times;
    }
    return lengths;
  }
}

/** The lines of a record file, packed or not, within the limits of the format. */

import { Flaw, require } from "./flaw.js";
import { gunzip, isGzip } from "./gzip.js";
import { MAX_COMMAS, MAX_FILE_BYTES, MAX_LINE_BYTES } from "./limits.js";
import { message } from "./message.js";

const LINE_FEED = 0x0a;
const COMMA = 0x2c;

/** Yields each line without its line feed; memory is bounded by one line and one chunk. */
export function* recordLines(file: Uint8Array): Generator<Uint8Array> {
  require(file.length <= MAX_FILE_BYTES, message`the file has more than ${{ limit: MAX_FILE_BYTES }} bytes`);
  let rest: Uint8Array[] = [];
  let kept = 0;
  let commas = 0;
  let total = 0;
  for (const chunk of isGzip(file) ? gunzip(file) : [file]) {
    total += chunk.length;
    require(total <= MAX_FILE_BYTES, message`the file unpacks to more than ${{ limit: MAX_FILE_BYTES }} bytes`);
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      const part = chunk.subarray(start, end < 0 ? chunk.length : end);
      require(kept + part.length <= MAX_LINE_BYTES, message`a line has more than ${{ limit: MAX_LINE_BYTES }} bytes`);
      for (const byte of part) if (byte === COMMA) commas++;
      require(commas <= MAX_COMMAS, message`the lines have more than ${{ limit: MAX_COMMAS }} commas`);
      rest.push(part);
      kept += part.length;
      if (end < 0) break;
      yield joined(rest, kept);
      rest = [];
      kept = 0;
      start = end + 1;
    }
  }
  if (kept > 0) throw new Flaw("the last line has no line feed");
}

function joined(parts: Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const line = new Uint8Array(length);
  let place = 0;
  for (const part of parts) {
    line.set(part, place);
    place += part.length;
  }
  return line;
}

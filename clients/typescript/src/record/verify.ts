/** The verifier: levels 1 and 2 of a record, from docs/record.md alone. */

import { toHex } from "./bytes.js";
import { matchSeed } from "./chance.js";
import type { Shuffle } from "./draws.js";
import { Flaw } from "./flaw.js";
import { judgeFairness } from "./fairness.js";
import { compareFork, History } from "./fork-comparison.js";
import { type Fact, type Head, type Header, type Note, RecordReader } from "./integrity.js";
import { MAX_FILE_BYTES } from "./limits.js";
import { recordLines } from "./lines.js";
import type { ForkPoint } from "./match-events.js";
import { message } from "./message.js";
import { because, failed, type Level, passed } from "./verdict.js";

export interface VerifyOptions {
  /** The server key, in hex, that must have signed the record. */
  key?: string;
  /** The record of the match that this one was forked from. */
  origin?: Uint8Array;
}

export interface Report {
  integrity: Level;
  fairness: Level;
  /** The comparison of a fork with its origin, where the origin was given. */
  comparison?: Level;
  notes: Note[];
  /** What the record says about itself, as far as it could be read. */
  header?: Header;
  head?: Head;
  players: (string | undefined)[];
  events: number;
  /** How many events show draws. */
  draws: number;
  sealedFields: number;
  openFields: number;
  over: boolean;
  forkedFrom?: ForkPoint;
  /** What chance came from, once the match has shown it. */
  chance?: ChanceFacts;
}

/** The seed of a match, all values in hex, and the orders that follow from it. */
export interface ChanceFacts {
  /** What the server was bound to before anybody joined. */
  seedCommitment: string;
  serverSeed: string;
  /** What each seat added. */
  entropies: string[];
  matchSeed: string;
  /** The shuffles that events show draws of; fewer where level 2 fails. */
  shuffles: Shuffle[];
}

interface Read {
  reader: RecordReader;
  flaw: Flaw | undefined;
  draws: Fact[];
}

/** Verifies a record file, packed or not. It never throws for what a file holds. */
export function verifyRecord(file: Uint8Array, options: VerifyOptions = {}): Report {
  const history = options.origin ? new History() : undefined;
  const read = readRecord(file, options.key, history);
  const report = describe(read);
  if (read.flaw || !options.origin || !history) return report;
  const comparison = compareWith(read.reader, history, options.origin);
  if (comparison.verdict !== "fail") return { ...report, comparison };
  const fairness = because("not judged", "the comparison with the origin fails");
  return { ...report, comparison, integrity: comparison, fairness };
}

/** Reads a stream, a blob or bytes within the format's limit, and verifies them. */
export async function verifySource(
  source: Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  options: VerifyOptions = {},
): Promise<Report> {
  return verifyRecord(await readSource(source), options);
}

function readRecord(file: Uint8Array, key: string | undefined, history?: History): Read {
  const draws: Fact[] = [];
  const onFact = (fact: Fact): void => {
    history?.take(fact);
    if (reader.table?.forms.has(fact.event.type)) draws.push(fact);
  };
  const reader = new RecordReader({ key, onFact });
  try {
    for (const line of recordLines(file)) reader.take(line);
    reader.end();
  } catch (error) {
    if (error instanceof Flaw) return { reader, flaw: error, draws };
    throw error;
  }
  return { reader, flaw: undefined, draws };
}

function describe({ reader, flaw, draws }: Read): Report {
  const shuffles: Shuffle[] = [];
  const fairness = flaw ? because("not judged", "level 1 fails") : judgeFairness(reader, draws, shuffles);
  const chance = flaw ? undefined : chanceOf(reader, shuffles);
  return {
    integrity: flaw ? failed(flaw.said, flaw.seq) : passed(),
    fairness,
    ...(chance && { chance }),
    notes: reader.notes,
    ...(reader.header && { header: reader.header }),
    ...(reader.head && { head: reader.head }),
    ...(reader.opening?.forkedFrom && { forkedFrom: reader.opening.forkedFrom }),
    players: [...(reader.course?.players ?? [])],
    events: reader.seq,
    draws: draws.length,
    sealedFields: reader.sealedFields,
    openFields: reader.openFields,
    over: reader.course?.over ?? false,
  };
}

function chanceOf({ header, opening, course, serverSeed }: RecordReader, shuffles: Shuffle[]): ChanceFacts | undefined {
  if (!header || !opening || !course || !serverSeed) return undefined;
  return {
    seedCommitment: opening.seedCommitment,
    serverSeed: toHex(serverSeed),
    entropies: course.entropies.map(toHex),
    matchSeed: toHex(matchSeed(header.match, serverSeed, course.entropies)),
    shuffles,
  };
}

function compareWith(fork: RecordReader, forked: History, file: Uint8Array): Level {
  const original = new History();
  const { reader, flaw } = readRecord(file, undefined, original);
  if (flaw) return failed(message`the origin fails level 1: ${{ cause: flaw.said }}`, 1);
  return compareFork(fork, forked, reader, original);
}

async function readSource(source: Parameters<typeof verifySource>[0]): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source;
  const chunks = source instanceof Blob ? source.stream() : source;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of iterate(chunks)) {
    parts.push(chunk);
    length += chunk.length;
    // One byte too many is enough to fail level 1; the rest is not read.
    if (length > MAX_FILE_BYTES) break;
  }
  const whole = new Uint8Array(length);
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

async function* iterate(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (!("getReader" in source)) {
    yield* source;
    return;
  }
  // Safari has no async iteration of streams.
  const reader = source.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

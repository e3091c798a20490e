/** Level 2: fairness. The seed against its commitment, and every draw against the tables. */

import { toHex } from "./bytes.js";
import { matchSeed, seedCommitment } from "./chance.js";
import type { Course } from "./course.js";
import type { Shuffle } from "./draws.js";
import { Flaw } from "./flaw.js";
import type { Fact, Header, RecordReader } from "./integrity.js";
import type { Opening } from "./match-events.js";
import { message } from "./message.js";
import { checksOf, TABLES } from "./tables.js";
import { because, failed, type Level, passed } from "./verdict.js";

/** Judges a record that passed level 1; `draws` are its events of the types that the tables name. */
export function judgeFairness(reader: RecordReader, draws: readonly Fact[], shuffles: Shuffle[] = []): Level {
  const { match, game, rules } = reader.header as Header;
  const { options, seats, seedCommitment: expected, draws: own } = reader.opening as Opening;
  const serverSeed = reader.serverSeed;
  if (!serverSeed) return because("pending", "the match is running");
  if (toHex(seedCommitment(match, serverSeed)) !== expected) {
    return failed("the server seed does not give the commitment", reader.seq);
  }
  const known = TABLES.get(game);
  const table = known ? (known.rules.includes(rules) ? known.table : undefined) : own;
  if (!table) return because("not judged", message`no tables for ${{ game }} with rules ${{ rules }}`);
  if (known && own && own.digest !== table.digest) return failed(message`event 1 has another draw table than ${{ game }}`, 1);
  const later = draws.find((fact) => fact.event.schema !== 1);
  if (later) return because("not judged", "an event has a later schema", later.event.seq);
  const seed = matchSeed(match, serverSeed, (reader.course as Course).entropies);
  const checks = checksOf(table, { options, seats, seed, shuffles });
  for (const fact of draws) {
    try {
      for (const check of checks) check(fact);
    } catch (error) {
      if (error instanceof Flaw) return failed(error.said, fact.event.seq);
      throw error;
    }
  }
  if (!known) return because("own table", message`fair by the record's own table, SHA-256 ${{ digest: table.digest }}`);
  return passed();
}

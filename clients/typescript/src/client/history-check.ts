/** Check of a live history: `seq` without gaps, the hash chain, envelopes, and openings against their commitments. */

import { sha256 } from "@noble/hashes/sha2.js";

import type { Event, Opening } from "../contract/clio/v1/event_pb.js";
import { concat, equal, toHex, utf8 } from "../record/bytes.js";
import { GENESIS, link } from "../record/chain.js";
import { HistoryError } from "./errors.js";

const LAST_EVENTS: ReadonlySet<string> = new Set(["match.Finished", "match.Aborted"]);

/** Follows the events of one match; whatever does not fit throws a `HistoryError`. */
export class HistoryCheck {
  seq: number;
  digest: Uint8Array;
  private readonly firstSeq: number;
  private lastType = "";
  private readonly commitments = new Map<string, Uint8Array>();
  private readonly opened = new Set<string>();

  constructor(
    private readonly matchId: string,
    afterSeq = 0,
    afterDigest: Uint8Array = new Uint8Array(0),
  ) {
    this.seq = afterSeq;
    this.firstSeq = afterSeq;
    this.digest = afterDigest.length > 0 || afterSeq > 0 ? afterDigest : GENESIS;
  }

  /** Whether the last event is known and every sealed field is open. */
  get isComplete(): boolean {
    return this.isOver && this.firstSeq === 0 && this.commitments.size === 0;
  }

  get isOver(): boolean {
    return LAST_EVENTS.has(this.lastType);
  }

  event(event: Event): void {
    const seq = Number(event.seq);
    if (seq !== this.seq + 1) throw new HistoryError(seq, `Event ${this.seq + 1} is missing: the server sent ${seq}.`);
    if (this.digest.length > 0 && !equal(event.digest, link(this.digest, event.canonical))) {
      throw new HistoryError(seq, `Event ${seq} does not fit the chain: its digest is a different one.`);
    }
    this.envelope(event, seq);
    this.seq = seq;
    this.digest = event.digest;
    this.lastType = event.type;
    for (const [field, commitment] of Object.entries(event.sealed)) this.commitments.set(`${seq}/${field}`, commitment);
  }

  /** Returns false for an opening that was seen before. */
  opening(opening: Opening): boolean {
    const seq = Number(opening.seq);
    const place = `${seq}/${opening.field}`;
    if (this.opened.has(place)) return false;
    const commitment = this.commitments.get(place);
    if (!commitment && seq > this.firstSeq) {
      throw new HistoryError(seq, `Event ${seq} seals no ${opening.field}.`);
    }
    if (commitment && !equal(commitment, committed(opening, seq))) {
      throw new HistoryError(seq, `The opening of ${opening.field} in event ${seq} does not give its commitment.`);
    }
    this.commitments.delete(place);
    this.opened.add(place);
    return true;
  }

  head(seq: number, digest: Uint8Array): void {
    const other = seq === this.seq && this.digest.length > 0 && !equal(digest, this.digest);
    if (seq < this.seq || other) {
      throw new HistoryError(seq, `The server's head, event ${seq}, contradicts what it sent before.`);
    }
  }

  /** A stream ends with the match, or it lost something. */
  end(): void {
    if (this.isOver || (this.seq > 0 && !this.lastType)) return;
    throw new HistoryError(this.seq, `The stream ended after event ${this.seq}, but the match is not over.`);
  }

  private envelope(event: Event, seq: number): void {
    let stated: Record<string, unknown>;
    try {
      stated = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(event.canonical)) as Record<string, unknown>;
    } catch {
      throw new HistoryError(seq, `Event ${seq} cannot be read.`);
    }
    const sealed = Object.fromEntries(Object.entries(event.sealed).map(([field, value]) => [field, toHex(value)]));
    const same =
      stated["match"] === this.matchId &&
      stated["seq"] === seq &&
      stated["type"] === event.type &&
      stated["actor"] === event.actor &&
      stated["request"] === event.requestId &&
      sameFields((stated["sealed"] ?? {}) as Record<string, unknown>, sealed);
    if (!same) throw new HistoryError(seq, `The fields of event ${seq} do not agree with its canonical bytes.`);
  }
}

function sameFields(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}

/** The commitment that an opening gives; its value is canonical bytes already. */
function committed(opening: Opening, seq: number): Uint8Array {
  const before = utf8(`{"field":${JSON.stringify(opening.field)},"seq":${seq},"value":`);
  return sha256(concat(opening.salt, before, opening.value, utf8("}")));
}

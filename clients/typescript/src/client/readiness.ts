/**
 * Readiness: reveals the entropy of a seat once the record binds every other seat, and for that round only.
 *
 * Who binds a seat later can choose its entropy knowing ours. The server's word is not enough, because the operator may hold a
 * seat; the chain of events is.
 */

import { sha256 } from "@noble/hashes/sha2.js";

import type { Event } from "../contract/clio/v1/event_pb.js";
import { FairPlayService } from "../contract/clio/v1/fair_play_service_pb.js";
import { fromHex, toHex } from "../record/bytes.js";
import type { Connection } from "./connection.js";
import { ClioError, HistoryError } from "./errors.js";
import { newRequestId, randomBytes } from "./secrets.js";
import { watchMatch } from "./watcher.js";

export const ENTROPY_BYTES = 32;

/** Where the match was when a secret was sent for the first time: its last event, and the digest of the chain there, in hex. */
export interface Sent {
  seq: number;
  digest: string;
}

/** What a seat is committed to, in hex, one for each round, and which of it was sent. */
export interface SeatSecrets {
  entropies: readonly string[];
  sent?: Readonly<Record<string, Sent>> | undefined;
}

interface Bound {
  commitment: string;
  seq: number;
}

/** The commitment of a seat to its entropy; see docs/record.md. */
export function entropyCommitment(matchId: string, seat: number, entropy: Uint8Array): Uint8Array {
  return sha256(Uint8Array.of(...new TextEncoder().encode(`clio-entropy/1${matchId}/${seat}/`), ...entropy));
}

/** Which seats are bound to which entropy, and since which event; reads only what the chain covers. */
export class Round {
  private seats = 0;
  private readonly next = new Map<number, Bound>();
  private readonly digests = [""];
  readonly bound = new Map<number, Bound>();

  get head(): Sent {
    const seq = this.digests.length - 1;
    return { seq, digest: this.digests[seq] ?? "" };
  }

  get isComplete(): boolean {
    return this.seats > 0 && this.bound.size === this.seats;
  }

  isReady(seat: number): boolean {
    return this.next.has(seat);
  }

  /** Takes the next event in, which was checked against the chain. */
  apply(event: Event): void {
    const { type, public: said } = JSON.parse(new TextDecoder().decode(event.canonical)) as {
      type: string;
      public: { seats?: number | number[]; seat?: number; commitment?: string; next?: string };
    };
    const seq = this.digests.push(toHex(event.digest)) - 1;
    const seat = said.seat ?? -1;
    if (type === "match.Opened") this.seats = Number(said.seats);
    else if (type === "match.Joined") this.bound.set(seat, { commitment: said.commitment ?? "", seq });
    else if (type === "match.Ready") this.next.set(seat, { commitment: said.next ?? "", seq });
    else if (type === "match.Left") this.free([seat]);
    else if (type === "match.Lapsed") this.free(said.seats as number[]);
  }

  /** Throws if another seat was bound after the entropy of a seat was sent, or if the history is another one. */
  check(seat: number, sent: Sent): void {
    if (this.digests[sent.seq] !== sent.digest) {
      throw new HistoryError(sent.seq, `The server has replaced event ${sent.seq} since you revealed your entropy.`);
    }
    for (const [other, bound] of this.bound) {
      if (other === seat || !bound.commitment || bound.seq <= sent.seq) continue;
      throw new HistoryError(bound.seq, `Seat ${other} was bound to its entropy after you had sent yours: it could be chosen knowing yours.`);
    }
  }

  private free(seats: readonly number[]): void {
    for (const [seat, bound] of this.next) this.bound.set(seat, bound);
    this.next.clear();
    for (const seat of seats) this.bound.delete(seat);
  }
}

/**
 * Reveals the entropy of a seat and commits it for another round; returns all that is to be kept of it. `keep` stores that
 * before anything is sent: a lost answer then loses nothing.
 */
export async function readySeat(
  connection: Connection,
  matchId: string,
  own: SeatSecrets & { seat: number; token: string },
  keep: (secrets: { entropies: string[]; sent: Record<string, Sent> }) => Promise<void> = async () => {},
): Promise<string[]> {
  const entropies = [...own.entropies];
  const round = await readRound(connection, matchId, own);
  const wanted = round.bound.get(own.seat)?.commitment;
  const secret = entropies.find((one) => {
    const entropy = fromHex(one, ENTROPY_BYTES);
    return entropy !== undefined && toHex(entropyCommitment(matchId, own.seat, entropy)) === wanted;
  });
  const entropy = secret && fromHex(secret, ENTROPY_BYTES);
  if (!entropy || !round.isComplete || round.isReady(own.seat)) return entropies;
  const known = own.sent?.[secret];
  if (known) round.check(own.seat, known);
  const next = randomBytes(ENTROPY_BYTES);
  const sent = known ?? round.head;
  const kept = { entropies: [...entropies, toHex(next)], sent: { ...own.sent, [secret]: sent } };
  await keep(kept);
  const request = { matchId, entropy, nextCommitment: entropyCommitment(matchId, own.seat, next), requestId: newRequestId() };
  try {
    await connection.call(FairPlayService.method.readySeat, request, { token: own.token });
  } catch (failure) {
    // The round has changed since it was looked at.
    if (!(failure instanceof ClioError) || failure.reason !== "ENTROPY_NOT_COMMITTED") throw failure;
    return kept.entropies;
  }
  // Recorded in another round than it was sent for, it would have been known to who was bound in between.
  await readRound(connection, matchId, own, sent);
  return kept.entropies;
}

/** The round as the record shows it; with `sent`, checks it where the record reveals the entropy of the seat. */
async function readRound(connection: Connection, matchId: string, own: { seat: number; token: string }, sent?: Sent): Promise<Round> {
  const round = new Round();
  for await (const sighting of watchMatch(connection, matchId, { token: own.token })) {
    if (sighting.kind === "event") {
      const wasReady = round.isReady(own.seat);
      round.apply(sighting.event);
      if (sent && !wasReady && round.isReady(own.seat)) round.check(own.seat, sent);
    }
    if (sighting.kind === "caught-up") break;
  }
  return round;
}

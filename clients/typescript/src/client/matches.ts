/** Calls that change a match, repeatable: tokens and request ids are made here, before the first attempt. */

import type { MessageInitShape } from "@bufbuild/protobuf";

import {
  MatchService,
  type JoinMatchRequestSchema,
  type JoinMatchResponse,
  type OpenMatchRequestSchema,
  type OpenMatchResponse,
  type PlayMoveResponse,
  type RematchMatchResponse,
} from "../contract/clio/v1/match_service_pb.js";
import type { MoveSchema } from "../contract/clio/v1/move_pb.js";
import { RecordService, type ForkMatchRequestSchema, type ForkMatchResponse } from "../contract/clio/v1/record_service_pb.js";
import { toHex } from "../record/bytes.js";
import type { CallOptions, Connection } from "./connection.js";
import { ENTROPY_BYTES, entropyCommitment } from "./readiness.js";
import { newRequestId, newToken, randomBytes } from "./secrets.js";

type Fields<T> = Omit<T, "$typeName" | "$unknown">;

/** Opens a match; the answer holds it and its host token. */
export function openMatch(
  connection: Connection,
  request: Fields<MessageInitShape<typeof OpenMatchRequestSchema>>,
  options?: CallOptions,
): Promise<OpenMatchResponse> {
  const own = { requestId: newRequestId(), hostToken: newToken() };
  return connection.call(MatchService.method.openMatch, { ...own, ...request }, options);
}

/** A seat, with the entropy that it is committed to, in hex; `readySeat` reveals it. */
export type JoinedSeat = JoinMatchResponse & { entropies: string[] };

/** Takes a seat with entropy of the caller's own, or a commitment to it; the answer holds its number and its token. */
export async function joinMatch(
  connection: Connection,
  request: Fields<MessageInitShape<typeof JoinMatchRequestSchema>>,
  options?: CallOptions,
): Promise<JoinedSeat> {
  const matchId = request.matchId ?? "";
  const entropy = randomBytes(ENTROPY_BYTES);
  const own = { requestId: newRequestId(), seatToken: newToken() };
  const { match } = await connection.call(MatchService.method.getMatch, { matchId }, options);
  if (!match?.fairPlay?.settings?.commitReveal) {
    const answer = await connection.call(MatchService.method.joinMatch, { ...own, entropy, ...request }, options);
    return Object.assign(answer, { entropies: [] });
  }
  const seat = request.seat ?? match.seats.find((one) => !one.taken)?.seat ?? 0;
  const commitment = entropyCommitment(matchId, seat, entropy);
  const answer = await connection.call(MatchService.method.joinMatch, { ...own, ...request, seat, commitment }, options);
  return Object.assign(answer, { entropies: [toHex(entropy)] });
}

/** Takes the seat in the rematch of who had `oldSeat` in a match that is over, as `joinMatch` takes one. */
export async function rematchMatch(
  connection: Connection,
  matchId: string,
  oldSeat: number,
  options?: CallOptions,
): Promise<RematchMatchResponse & { entropies: string[] }> {
  const entropy = randomBytes(ENTROPY_BYTES);
  const request = { matchId, requestId: newRequestId(), seatToken: newToken() };
  const { match } = await connection.call(MatchService.method.getMatch, { matchId }, options);
  if (!match?.rematch || !match.fairPlay?.settings?.commitReveal) {
    const answer = await connection.call(MatchService.method.rematchMatch, { ...request, entropy }, options);
    return Object.assign(answer, { entropies: [] });
  }
  const seat = (oldSeat + 1) % match.seats.length;
  const commitment = entropyCommitment(match.rematch, seat, entropy);
  const answer = await connection.call(MatchService.method.rematchMatch, { ...request, seat, commitment }, options);
  return Object.assign(answer, { entropies: [toHex(entropy)] });
}

/** Opens a match that continues another one. */
export function forkMatch(
  connection: Connection,
  request: Fields<MessageInitShape<typeof ForkMatchRequestSchema>>,
  options?: CallOptions,
): Promise<ForkMatchResponse> {
  const own = { requestId: newRequestId(), hostToken: newToken() };
  return connection.call(RecordService.method.forkMatch, { ...own, ...request }, options);
}

export interface PlayOptions extends CallOptions {
  token: string;
  /** The position that the move was chosen for: if the match has moved on, the call fails. */
  expectedSeq?: bigint;
  /** Sent again with the same id, a move is made once. */
  requestId?: string;
}

/** Makes a move, given in notation or as a message; it is durable once this resolves. */
export function playMove(
  connection: Connection,
  matchId: string,
  move: string | MessageInitShape<typeof MoveSchema>,
  { expectedSeq = 0n, requestId = newRequestId(), ...options }: PlayOptions,
): Promise<PlayMoveResponse> {
  const written = typeof move === "string" ? { notation: move } : move;
  return connection.call(MatchService.method.playMove, { matchId, move: written, expectedSeq, requestId }, options);
}

/** Resigns a seat. */
export async function resignMatch(connection: Connection, matchId: string, token: string): Promise<void> {
  await connection.call(MatchService.method.resignMatch, { matchId, requestId: newRequestId() }, { token });
}

/** Gives a seat back before the start. */
export async function leaveMatch(connection: Connection, matchId: string, token: string): Promise<void> {
  await connection.call(MatchService.method.leaveMatch, { matchId, requestId: newRequestId() }, { token });
}

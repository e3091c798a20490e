/** Calls that change a match, repeatable: tokens and request ids are made here, before the first attempt. */

import type { MessageInitShape } from "@bufbuild/protobuf";

import {
  MatchService,
  type JoinMatchRequestSchema,
  type JoinMatchResponse,
  type OpenMatchRequestSchema,
  type OpenMatchResponse,
  type PlayMoveResponse,
} from "../contract/clio/v1/match_service_pb.js";
import type { MoveSchema } from "../contract/clio/v1/move_pb.js";
import { RecordService, type ForkMatchRequestSchema, type ForkMatchResponse } from "../contract/clio/v1/record_service_pb.js";
import type { CallOptions, Connection } from "./connection.js";
import { newRequestId, newToken, randomBytes } from "./secrets.js";

const ENTROPY_BYTES = 32;
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

/** Takes a seat with entropy of the caller's own; the answer holds its number and its token. */
export function joinMatch(
  connection: Connection,
  request: Fields<MessageInitShape<typeof JoinMatchRequestSchema>>,
  options?: CallOptions,
): Promise<JoinMatchResponse> {
  const own = { requestId: newRequestId(), seatToken: newToken(), entropy: randomBytes(ENTROPY_BYTES) };
  return connection.call(MatchService.method.joinMatch, { ...own, ...request }, options);
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

/** The choices of a position: the legal moves of a seat, and the points as they stand. */

import { type CallOptions, type ClioError, toClioError } from "clio-referee";
import { type Match, MatchStatus } from "clio-referee/contract/match";
import { MatchService } from "clio-referee/contract/match_service";
import type { Move } from "clio-referee/contract/move";
import type { SeatScore } from "clio-referee/contract/outcome";
import { ScoreService } from "clio-referee/contract/score_service";

import { server } from "../api";
import type { OwnSeat } from "../store/seats";

/** The pause before a server that was away is asked again. */
const RETRY_MS = 1_000;

export interface Choices {
  moves: readonly Move[];
  /** The position that the moves hold for. */
  seq: bigint;
  scores: readonly SeatScore[];
}

/** Asks until the server answers; undefined once the position no longer stands. */
export async function choicesOf(
  match: Match,
  seat: OwnSeat | undefined,
  stands: () => boolean,
  call: CallOptions,
): Promise<Choices | undefined> {
  while (stands()) {
    try {
      return await ask(match, seat, call);
    } catch (cause) {
      const error: ClioError = toClioError(cause);
      if (!error.isPassing) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  return undefined;
}

async function ask(match: Match, seat: OwnSeat | undefined, call: CallOptions): Promise<Choices> {
  const { matchId } = match;
  const mine = match.status === MatchStatus.PLAYING && seat && match.toMove.includes(seat.seat);
  const started = match.status !== MatchStatus.OPEN && match.status !== MatchStatus.READYING;
  const [moves, scores] = await Promise.all([
    mine ? server.call(MatchService.method.listLegalMoves, { matchId }, call) : undefined,
    started ? server.call(ScoreService.method.getScores, { matchId, seq: 0n }, call) : undefined,
  ]);
  return { moves: moves?.moves ?? [], seq: moves?.seq ?? 0n, scores: scores?.scores ?? [] };
}

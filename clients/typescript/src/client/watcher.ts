/** Watching a match: every event once, in order, checked against the chain, across lost connections. */

import type { Event, Opening } from "../contract/clio/v1/event_pb.js";
import { MatchService, type Heartbeat, type WatchMatchResponse } from "../contract/clio/v1/match_service_pb.js";
import type { View } from "../contract/clio/v1/view_pb.js";
import type { Connection } from "./connection.js";
import { ClioError, Code, HistoryError, toClioError } from "./errors.js";
import { HistoryCheck } from "./history-check.js";
import { DEFAULT_RETRIES, pauseAfter, pauseMs, type RetryPolicy, sleep } from "./retry.js";

/** What a watcher yields. */
export type Sighting =
  | { kind: "event"; event: Event }
  | { kind: "opening"; opening: Opening }
  /** All past events are delivered; live ones follow. */
  | { kind: "caught-up"; seq: number }
  | { kind: "heartbeat"; heartbeat: Heartbeat }
  /** The board after the events so far, where views were asked for. */
  | { kind: "view"; view: View };

/** A connection that a watcher may hold; a scheduler that shares few connections takes it back by `signal`. */
export interface StreamSlot {
  /** Aborted when another watcher needs the connection; the watcher then asks for a slot again and continues where it stopped. */
  readonly signal: AbortSignal;
  /** Called when the past is delivered. */
  caughtUp(): void;
  /** Called when the connection has ended; more than once is harmless. */
  release(): void;
}

export interface WatchOptions {
  token?: string | undefined;
  /** An invitation code. */
  invite?: string | undefined;
  /** The last event that the caller has, and the chain digest there. */
  afterSeq?: number;
  afterDigest?: Uint8Array;
  /** Whether boards come too, once the past is delivered. */
  views?: boolean;
  signal?: AbortSignal;
  /** The longest silence before the connection counts as lost; servers send heartbeats. */
  silenceMs?: number;
  retries?: RetryPolicy;
  /** Called with false when the server is gone, and with true when it is there again. */
  onConnection?: (connected: boolean) => void;
  /** Waits for a slot before each connection; without it a watcher connects at once. */
  slot?: (signal?: AbortSignal) => Promise<StreamSlot>;
}

const BROKEN: ReadonlySet<Code> = new Set([
  Code.Unavailable,
  Code.DeadlineExceeded,
  Code.Canceled,
  Code.Unknown,
  Code.Internal,
]);
const FORGOTTEN: ReadonlySet<Code> = new Set([Code.OutOfRange, Code.NotFound]);

/**
 * Watches a match until it is over. A lost connection is made again, and the stream continues where it stopped. Anything that
 * does not fit the chain throws a `HistoryError`: a gap, a changed event, an opening of something else.
 */
export async function* watchMatch(
  connection: Connection,
  matchId: string,
  options: WatchOptions = {},
): AsyncGenerator<Sighting> {
  const retries = options.retries ?? { ...DEFAULT_RETRIES, attempts: 30 };
  const check = new HistoryCheck(matchId, options.afterSeq, options.afterDigest);
  const state = { caughtUp: false, away: false, failures: 0 };
  const first = check.seq;
  for (;;) {
    const slot = await options.slot?.(options.signal);
    try {
      for await (const part of parts(connection, matchId, check, options, slot?.signal)) {
        if (state.away) options.onConnection?.(true);
        state.away = false;
        state.failures = 0;
        yield* sightings(part, check, state);
        if (part.caughtUp) slot?.caughtUp();
      }
      check.end();
      return;
    } catch (cause) {
      options.signal?.throwIfAborted();
      if (cause instanceof HistoryError) throw cause;
      if (check.isComplete) return;
      slot?.release();
      if (slot?.signal.aborted) continue;
      const error = toClioError(cause);
      if (check.seq > first && FORGOTTEN.has(error.code)) {
        throw new HistoryError(check.seq, `The server has lost event ${check.seq}, which it sent before.`);
      }
      const pause = pauseBefore(error, ++state.failures, retries);
      if (!state.away) options.onConnection?.(false);
      state.away = true;
      await sleep(pause, options.signal);
    } finally {
      slot?.release();
    }
  }
}

function pauseBefore(error: ClioError, failures: number, retries: RetryPolicy): number {
  if (BROKEN.has(error.code) && failures < retries.attempts) return pauseMs(retries, failures);
  const pause = pauseAfter(retries, error, failures);
  if (pause === undefined) throw error;
  return pause;
}

/** The parts of one connection; silence ends it. */
async function* parts(
  connection: Connection,
  matchId: string,
  check: HistoryCheck,
  options: WatchOptions,
  revoked?: AbortSignal,
): AsyncGenerator<WatchMatchResponse> {
  const lost = new AbortController();
  const abort = (): void => lost.abort(options.signal?.reason);
  options.signal?.addEventListener("abort", abort, { once: true });
  revoked?.addEventListener("abort", abort, { once: true });
  const silence = options.silenceMs ?? 60_000;
  const silent = (): void => lost.abort(new ClioError(Code.Unavailable, "SILENCE", "The server sends nothing any more."));
  let timer = setTimeout(silent, silence);
  try {
    const request = { matchId, afterSeq: BigInt(check.seq), afterDigest: check.digest, views: options.views ?? false };
    const call = { token: options.token, invite: options.invite, signal: lost.signal };
    for await (const part of await connection.stream(MatchService.method.watchMatch, request, call)) {
      clearTimeout(timer);
      timer = setTimeout(silent, silence);
      yield part;
    }
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", abort);
    revoked?.removeEventListener("abort", abort);
    lost.abort();
  }
}

function* sightings(part: WatchMatchResponse, check: HistoryCheck, state: { caughtUp: boolean }): Generator<Sighting> {
  for (const event of part.events) {
    check.event(event);
    yield { kind: "event", event };
  }
  for (const opening of part.openings) {
    if (check.opening(opening)) yield { kind: "opening", opening };
  }
  if (part.caughtUp && !state.caughtUp) {
    state.caughtUp = true;
    yield { kind: "caught-up", seq: check.seq };
  }
  if (part.view) yield { kind: "view", view: part.view };
  if (part.heartbeat) {
    check.head(Number(part.heartbeat.seq), part.heartbeat.digest);
    yield { kind: "heartbeat", heartbeat: part.heartbeat };
  }
}

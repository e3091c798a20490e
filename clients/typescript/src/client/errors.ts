/** Errors of calls: a code, a reason for programs, a sentence for people, and the rule where there is one. */

import { Code, ConnectError } from "@connectrpc/connect";

import { ErrorInfoSchema, RetryInfoSchema } from "../contract/google/rpc/error_details_pb.js";

export { Code } from "@connectrpc/connect";

/** A call that failed. `reason` is one of docs/errors.md; `metadata` holds `rule`, `template`, `param.…` and others. */
export class ClioError extends Error {
  override readonly name: string = "ClioError";

  constructor(
    readonly code: Code,
    readonly reason: string,
    message: string,
    readonly metadata: Readonly<Record<string, string>> = {},
    /** How long the server asks to wait before a retry; 0 where it does not say. */
    readonly retryAfterMs = 0,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** The id of the rule that was broken, if any. */
  get rule(): string | undefined {
    return this.metadata["rule"] || undefined;
  }

  /** Whether the same call may succeed later: the server was not reached or was too busy. */
  get isPassing(): boolean {
    return PASSING.has(this.code);
  }
}

/** The server's history is inconsistent: a gap, a broken chain, or a change of known events. */
export class HistoryError extends ClioError {
  override readonly name = "HistoryError";

  constructor(
    readonly seq: number,
    message: string,
  ) {
    super(Code.DataLoss, "HISTORY_DIFFERS", message, { seq: String(seq) });
  }
}

const PASSING: ReadonlySet<Code> = new Set([Code.Unavailable, Code.DeadlineExceeded]);
// A server explains these with an ErrorInfo; without one the connection broke.
const UNEXPLAINED: ReadonlySet<Code> = new Set([Code.Internal, Code.Unknown]);

/** Converts whatever a call threw. */
export function toClioError(cause: unknown): ClioError {
  if (cause instanceof ClioError) return cause;
  const error = ConnectError.from(cause);
  const info = error.findDetails(ErrorInfoSchema)[0];
  const delay = error.findDetails(RetryInfoSchema)[0]?.retryDelay;
  const code = UNEXPLAINED.has(error.code) && !info ? Code.Unavailable : error.code;
  if (code === Code.DataLoss) return new HistoryError(Number(info?.metadata["seq"] ?? 0), error.rawMessage);
  const retryAfterMs = delay ? Number(delay.seconds) * 1_000 + delay.nanos / 1_000_000 : 0;
  return new ClioError(code, info?.reason || Code[code], error.rawMessage, info?.metadata ?? {}, retryAfterMs, {
    cause,
  });
}

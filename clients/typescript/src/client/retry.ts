/** Retries of failed calls, with back-off. */

import { ClioError, toClioError } from "./errors.js";

/** Exponential back-off with jitter, so that many clients do not come back all at once. */
export interface RetryPolicy {
  attempts: number;
  firstMs: number;
  maxMs: number;
  /** The longest delay asked for by a server that is honoured. */
  patienceMs: number;
}

export const DEFAULT_RETRIES: RetryPolicy = { attempts: 5, firstMs: 100, maxMs: 2_000, patienceMs: 10_000 };

/** The delay after a number of consecutive failures. */
export function pauseMs(policy: RetryPolicy, failures: number): number {
  const longest = Math.min(policy.maxMs, policy.firstMs * 2 ** Math.min(failures - 1, 30));
  return longest / 2 + (Math.random() * longest) / 2;
}

/** The delay after a failure; undefined where a retry is useless. */
export function pauseAfter(policy: RetryPolicy, error: ClioError, failures: number): number | undefined {
  if (failures >= policy.attempts) return undefined;
  const asked = error.retryAfterMs;
  if (asked > 0 && asked <= policy.patienceMs) return Math.max(asked, pauseMs(policy, failures));
  return error.isPassing ? pauseMs(policy, failures) : undefined;
}

/** Makes a call, with retries of passing failures. */
export async function repeated<T>(call: () => Promise<T>, policy: RetryPolicy, signal?: AbortSignal): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await call();
    } catch (cause) {
      signal?.throwIfAborted();
      const error = toClioError(cause);
      const pause = pauseAfter(policy, error, failures);
      if (pause === undefined) throw error;
      await sleep(pause, signal);
    }
  }
}

/** Waits; rejects as soon as the signal aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

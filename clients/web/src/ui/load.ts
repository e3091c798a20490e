/** A value that a page loads. */

import { useEffect, useState } from "preact/hooks";
import { type ClioError, toClioError } from "clio-referee";

export interface Loaded<T> {
  value: T | undefined;
  error: ClioError | undefined;
}

/** The longest pause between two attempts while a server is away. */
const MAX_PAUSE_MS = 60_000;

/** The shortest one, for what is loaded once. */
const RETRY_MS = 1_000;

/** Waits; a page that nobody looks at waits on until it is looked at. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
  if (!document.hidden || signal.aborted) return;
  await new Promise<void>((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(), { once: true, signal });
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Loads again whenever one of `inputs` changes; `every` repeats it after so many milliseconds, less often while it fails. Without it a server that is away is asked until it answers. */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[], every?: number): Loaded<T> {
  const [loaded, set] = useState<Loaded<T>>({ value: undefined, error: undefined });
  useEffect(() => {
    const stop = new AbortController();
    const run = async (): Promise<void> => {
      for (let failures = 0; !stop.signal.aborted; ) {
        try {
          const value = await load();
          failures = 0;
          if (!stop.signal.aborted) set({ value, error: undefined });
        } catch (error) {
          failures++;
          const failure = toClioError(error);
          if (!stop.signal.aborted) set((before) => ({ ...before, error: failure }));
          // A server that is away comes back; a refusal stays one.
          if (!every && !failure.isPassing) return;
        }
        if (!every && failures === 0) return;
        await pause(Math.min(MAX_PAUSE_MS, (every ?? RETRY_MS) * 2 ** failures), stop.signal);
      }
    };
    void run();
    return () => stop.abort();
  }, inputs);
  return loaded;
}

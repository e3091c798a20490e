/** A value that a page loads. */

import { useEffect, useState } from "preact/hooks";
import { type ClioError, toClioError } from "clio-referee";

export interface Loaded<T> {
  value: T | undefined;
  error: ClioError | undefined;
}

/** Loads again whenever one of `inputs` changes; `every` repeats it after so many milliseconds. */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[], every?: number): Loaded<T> {
  const [loaded, set] = useState<Loaded<T>>({ value: undefined, error: undefined });
  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = async (): Promise<void> => {
      try {
        const value = await load();
        if (current) set({ value, error: undefined });
      } catch (error) {
        if (current) set((before) => ({ ...before, error: toClioError(error) }));
      }
      if (current && every) timer = setTimeout(() => void again(), every);
    };
    void again();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, inputs);
  return loaded;
}

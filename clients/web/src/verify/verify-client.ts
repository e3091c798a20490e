/** Verifies a file in a worker. */

import type { Report } from "clio-referee";

/** Starts the worker that later files use too: once it is loaded, no file needs a network. */
let kept: Worker | undefined;

export function loadVerifier(): Worker {
  kept ??= new Worker(new URL("./verify-worker.ts", import.meta.url), { type: "module" });
  return kept;
}

/** One file at a time: answers come in the order of the questions. */
let last: Promise<unknown> = Promise.resolve();

export function verifyInWorker(file: Blob): Promise<Report> {
  const done = last.then(() => ask(file));
  last = done.catch(() => undefined);
  return done;
}

function ask(file: Blob): Promise<Report> {
  const worker = loadVerifier();
  return new Promise<Report>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Report>) => resolve(data);
    worker.onerror = (event) => {
      // Without a network a worker fails to load; the next file creates another.
      worker.terminate();
      kept = undefined;
      reject(new Error(event.message || "the verifier could not be loaded"));
    };
    worker.postMessage(file);
  });
}

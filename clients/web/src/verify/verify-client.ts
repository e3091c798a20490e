/** Verifies a file in a worker. */

import type { Report } from "clio-referee";

export function verifyInWorker(file: Blob): Promise<Report> {
  const worker = new Worker(new URL("./verify-worker.ts", import.meta.url), { type: "module" });
  return new Promise<Report>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Report>) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}

/** The verifier in a worker, so that a large file does not stop the page. */

import { verifySource } from "clio-referee";

onmessage = async ({ data }: MessageEvent<Blob>) => {
  postMessage(await verifySource(data));
};

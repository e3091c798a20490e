/** Entry point of the shared worker: all pages of this browser follow their matches through it. */

import { StreamHub } from "./stream-hub";

const hub = new StreamHub();
// The types of a worker's own scope exclude those of a page; one property is all that is needed.
(self as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = ({ ports }) => {
  if (ports[0]) hub.connect(ports[0]);
};

/** A page's side of the shared streams: watches a match through the worker, or by itself where there is none. */

import { ClioError, HistoryError, type Sighting } from "clio-referee";
import workerAddress from "virtual:stream-worker";

import { ALIVE_MS, type Credentials, type PageMessage, type PlainError, type WorkerMessage } from "./protocol";

interface Watch {
  match: string;
  credentials: Credentials;
  receive: (message: Exclude<WorkerMessage, { type: "unknown" }>) => void;
}

const watches = new Map<number, Watch>();
let port: MessagePort | undefined;
let numbers = 0;

const isVisible = (): boolean => document.visibilityState === "visible";
const send = (message: PageMessage): void => port?.postMessage(message);
const ask = (id: number, { match, credentials }: Watch): void => send({ type: "watch", id, match, credentials, visible: isVisible() });

function use(opened: MessagePort): void {
  port = opened;
  port.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.type !== "unknown") watches.get(data.id)?.receive(data);
    else for (const [id, watch] of watches) ask(id, watch);
  };
  port.start();
  for (const [id, watch] of watches) ask(id, watch);
}

/** Streams of this page alone, for browsers without shared workers. */
async function useOwnHub(): Promise<void> {
  const { StreamHub } = await import("./stream-hub");
  const channel = new MessageChannel();
  new StreamHub().connect(channel.port1);
  use(channel.port2);
}

function connect(): void {
  setInterval(() => send({ type: "alive" }), ALIVE_MS);
  document.addEventListener("visibilitychange", () => send({ type: "visible", visible: isVisible() }));
  window.addEventListener("pagehide", () => send({ type: "leave" }));
  window.addEventListener("pageshow", () => send({ type: "alive" }));
  if (typeof SharedWorker === "undefined") {
    void useOwnHub();
    return;
  }
  const worker = new SharedWorker(workerAddress, { type: "module", name: "clio-streams" });
  worker.onerror = () => void useOwnHub();
  use(worker.port);
}

/** Whether an event is new; one that comes again must be the same, whatever the worker has forgotten. */
function isNew(sighting: Sighting, digests: Uint8Array[]): boolean {
  if (sighting.kind !== "event") return true;
  const seq = Number(sighting.event.seq);
  const known = digests[seq - 1];
  if (!known) {
    if (seq !== digests.length + 1) throw new HistoryError(seq, `Event ${digests.length + 1} is missing: the server sent ${seq}.`);
    digests.push(sighting.event.digest);
    return true;
  }
  if (known.some((byte, place) => byte !== sighting.event.digest[place])) {
    throw new HistoryError(seq, `Event ${seq} is another one than the server sent before.`);
  }
  return false;
}

const thrown = ({ code, reason, message, metadata }: PlainError): ClioError => new ClioError(code, reason, message, metadata);

export interface SharedWatchOptions {
  credentials: Credentials;
  signal: AbortSignal;
  onConnection: (connected: boolean) => void;
}

/** Watches a match until it is over, with views; the stream is shared with other pages of this browser. */
export async function* watchShared(match: string, { credentials, signal, onConnection }: SharedWatchOptions): AsyncGenerator<Sighting> {
  const id = ++numbers;
  const digests: Uint8Array[] = [];
  const queue: Sighting[] = [];
  let end: { error: PlainError | undefined } | undefined;
  let wake = (): void => undefined;
  const receive: Watch["receive"] = (message) => {
    if (message.type === "sightings") for (const one of message.sightings) queue.push(one);
    else if (message.type === "connection") onConnection(message.connected);
    else end = { error: message.error };
    wake();
  };
  const abort = (): void => wake();
  signal.addEventListener("abort", abort);
  watches.set(id, { match, credentials, receive });
  try {
    if (!port && numbers === 1) connect();
    else ask(id, watches.get(id) as Watch);
    for (;;) {
      signal.throwIfAborted();
      for (const sighting of queue.splice(0)) if (isNew(sighting, digests)) yield sighting;
      if (queue.length > 0) continue;
      if (end?.error) throw thrown(end.error);
      if (end) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (signal.aborted || queue.length > 0 || end) resolve();
      });
    }
  } finally {
    signal.removeEventListener("abort", abort);
    watches.delete(id);
    send({ type: "stop", id });
  }
}

/** One watch of a match, with every page that follows it as a subscriber. */

import { type Connection, type Sighting, toClioError, watchMatch } from "clio-referee";

import type { Credentials, PlainError } from "./protocol";
import type { StreamSlots } from "./stream-slots";

export interface Subscriber {
  isVisible: () => boolean;
  deliver: (sightings: readonly Sighting[]) => void;
  connection: (connected: boolean) => void;
  end: (error: PlainError | undefined) => void;
}

export class SharedWatch {
  private readonly subscribers = new Set<Subscriber>();
  /** Events and openings since the first: a later subscriber gets them too. */
  private readonly history: Sighting[] = [];
  private caughtUp: Sighting | undefined;
  private heartbeat: Sighting | undefined;
  private view: Sighting | undefined;
  private fresh: Sighting[] = [];
  private connected = true;
  private ended: { error: PlainError | undefined } | undefined;
  private readonly stop = new AbortController();

  constructor(
    private readonly server: Connection,
    private readonly match: string,
    private readonly credentials: Credentials,
    private readonly slots: StreamSlots,
  ) {
    void this.run();
  }

  get isWatched(): boolean {
    return this.subscribers.size > 0;
  }

  subscribe(subscriber: Subscriber): void {
    this.flush();
    this.subscribers.add(subscriber);
    const past = [...this.history, this.caughtUp, this.heartbeat, this.view].filter((one) => one !== undefined);
    if (past.length > 0) subscriber.deliver(past);
    if (!this.connected) subscriber.connection(false);
    if (this.ended) subscriber.end(this.ended.error);
  }

  unsubscribe(subscriber: Subscriber): void {
    this.subscribers.delete(subscriber);
  }

  close(): void {
    this.stop.abort(new Error("no page follows the match"));
  }

  private async run(): Promise<void> {
    const options = {
      ...this.credentials,
      signal: this.stop.signal,
      views: true,
      // A page waits for its server as long as it is open.
      retries: { attempts: Infinity, firstMs: 100, maxMs: 2_000, patienceMs: 10_000 },
      slot: (signal?: AbortSignal) => this.slots.acquire(() => [...this.subscribers].some((one) => one.isVisible()), signal),
      onConnection: (connected: boolean) => {
        this.connected = connected;
        for (const one of this.subscribers) one.connection(connected);
      },
    };
    try {
      for await (const sighting of watchMatch(this.server, this.match, options)) this.take(sighting);
      this.end(undefined);
    } catch (cause) {
      if (this.stop.signal.aborted) return;
      const { code, reason, message, metadata } = toClioError(cause);
      this.end({ code, reason, message, metadata });
    }
  }

  private take(sighting: Sighting): void {
    if (sighting.kind === "event" || sighting.kind === "opening") this.history.push(sighting);
    else if (sighting.kind === "caught-up") this.caughtUp = sighting;
    else if (sighting.kind === "heartbeat") this.heartbeat = sighting;
    else this.view = sighting;
    // One message for all that arrives together: a long past comes in a few.
    if (this.fresh.push(sighting) === 1) setTimeout(() => this.flush());
  }

  private flush(): void {
    const fresh = this.fresh;
    this.fresh = [];
    if (fresh.length > 0) for (const one of this.subscribers) one.deliver(fresh);
  }

  private end(error: PlainError | undefined): void {
    this.flush();
    this.ended = { error };
    for (const one of this.subscribers) one.end(error);
  }
}

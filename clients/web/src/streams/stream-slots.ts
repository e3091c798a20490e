/** A scheduler of streams: a browser opens about six connections to an origin, so few of them may be held for long. */

import type { StreamSlot } from "clio-referee";

interface Holder {
  since: number;
  caughtUp: boolean;
  revoke: AbortController;
  isVisible: () => boolean;
}

export class StreamSlots {
  private readonly holders = new Set<Holder>();
  private readonly waiting: (() => void)[] = [];
  private inUse = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly most: number,
    /** While watchers wait, one holder gives way after each such period. */
    private readonly turnMs: number,
  ) {}

  /** Waits for a slot, in order of arrival. `isVisible` says whether a visible page shows the match: it gives way last. */
  async acquire(isVisible: () => boolean, signal?: AbortSignal): Promise<StreamSlot> {
    if (this.inUse < this.most) this.inUse++;
    else await this.turn(signal);
    const holder: Holder = { since: performance.now(), caughtUp: false, revoke: new AbortController(), isVisible };
    this.holders.add(holder);
    return {
      signal: holder.revoke.signal,
      caughtUp: () => {
        holder.caughtUp = true;
      },
      release: () => {
        if (!this.holders.delete(holder)) return;
        const next = this.waiting.shift();
        // Handed over: a watcher that comes meanwhile cannot take it.
        if (next) next();
        else this.inUse--;
      },
    };
  }

  private turn(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.timer ??= setInterval(() => this.rotate(), this.turnMs);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const place = this.waiting.indexOf(granted);
        if (place >= 0) this.waiting.splice(place, 1);
        reject(signal?.reason as Error);
      };
      const granted = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.waiting.push(granted);
    });
  }

  /** Takes a slot back for the next in line, from a holder that has delivered the past; hidden pages first. */
  private rotate(): void {
    if (this.waiting.length === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
      return;
    }
    const now = performance.now();
    const ready = [...this.holders].filter((one) => one.caughtUp && now - one.since >= this.turnMs);
    const chosen = ready.find((one) => !one.isVisible()) ?? ready[0];
    chosen?.revoke.abort(new Error("another match is to be followed"));
  }
}

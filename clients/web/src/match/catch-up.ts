/** Showing what happened since one looked last: the boards between, one after the other, each with its changes marked. */

import { signal } from "@preact/signals";
import type { Event } from "clio-referee/contract/event";
import type { View } from "clio-referee/contract/view";

import { lookedAt, markLooked } from "../store/looked";
import { isOfGame } from "./facts";

/** How long a board between stays, and how long its changes stay marked at the end. */
const STEP_MS = 900;
const MARK_MS = 1_600;
/** Of a longer absence the last moves are shown; the list of moves has all. */
const MAX_STEPS = 8;

/** The last event of each move after `from`, up to `to`. */
export function stepsOf(events: readonly Event[], from: number, to: number): number[] {
  const steps: number[] = [];
  let request: string | undefined;
  for (const event of events.slice(from, to)) {
    if (!isOfGame(event)) continue;
    // The events of a move have one request; the set-up has none of its own.
    if (event.requestId === request && steps.length > 0) steps[steps.length - 1] = Number(event.seq);
    else steps.push(Number(event.seq));
    request = event.requestId;
  }
  return steps;
}

export class CatchUp {
  /** The board between that is shown; undefined for the live one. */
  readonly step = signal<View | undefined>(undefined);
  /** The board before the one that is shown, to mark what has changed. */
  readonly since = signal<View | undefined>(undefined);
  /** The event up to which one had looked before this page was opened; 0 for a match seen for the first time. */
  readonly opened: number;
  private looked: number;
  private last: View | undefined;
  private live: { view: View; events: readonly Event[] } | undefined;
  private running = false;
  /** Whether boards between are being shown, or the first of them is on its way. */
  private stepping = false;
  private skipped = false;
  private wake = (): void => undefined;

  constructor(
    /** The match; undefined where nobody looks at it closely. */
    private readonly match: string | undefined,
    private readonly viewAt: (seq: number) => Promise<View | undefined>,
    private readonly stop: AbortSignal,
  ) {
    this.opened = this.looked = match === undefined ? 0 : lookedAt(match);
    if (match === undefined) return;
    const skip = (event: UIEvent): void => {
      // Keys that only move the page, or change another page, are no answer to what is shown.
      if (!(event instanceof KeyboardEvent) || !["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)) this.skip();
    };
    const look = (): void => void this.run();
    document.addEventListener("pointerdown", skip, { signal: stop, capture: true });
    document.addEventListener("keydown", skip, { signal: stop, capture: true });
    document.addEventListener("visibilitychange", look, { signal: stop });
  }

  /** A board has come; `before` is the one until now. */
  take(before: View | undefined, view: View, events: readonly Event[]): void {
    if (this.match === undefined) return;
    this.last ??= before;
    this.live = { view, events };
    // Marks of the board before have had their time.
    if (!this.step.value) this.wake();
    void this.run();
  }

  /** Ends what is being shown: the live board is there at once. Marks on the live board stay: nothing may move under a finger. */
  private skip(): void {
    if (!this.stepping) return;
    this.skipped = true;
    this.wake();
  }

  private async run(): Promise<void> {
    if (this.running || document.visibilityState === "hidden") return;
    this.running = true;
    try {
      while (this.live && !this.stop.aborted) {
        const { view, events } = this.live;
        this.live = undefined;
        await this.show(view, events);
      }
    } catch {
      // A server that is away shows no boards between: the live one stays.
    }
    this.running = this.stepping = this.skipped = false;
    this.step.value = this.since.value = undefined;
  }

  private async show(view: View, events: readonly Event[]): Promise<void> {
    const end = Number(view.match?.seq ?? 0);
    const moving = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const steps = this.looked > 0 ? stepsOf(events, this.looked, end).slice(-MAX_STEPS) : [];
    const between = moving && !this.skipped ? steps.slice(0, -1) : [];
    this.stepping = between.length > 0;
    const start = steps.length > 0 && !this.last ? await this.before(steps[0] as number, events) : undefined;
    let before = this.last ?? start;
    this.last = view;
    this.looked = end;
    if (this.match !== undefined) markLooked(this.match, end);
    for (const seq of between) {
      const shown = await this.viewAt(seq);
      if (this.skipped || this.stop.aborted) break;
      this.since.value = before;
      this.step.value = shown;
      before = shown ?? before;
      await this.pause(STEP_MS);
    }
    this.stepping = false;
    this.step.value = undefined;
    if (steps.length === 0 || !before || this.skipped) return;
    this.since.value = before;
    // The next board need not wait until marks have gone.
    if (!this.live) await this.pause(MARK_MS);
    this.since.value = undefined;
  }

  /** The board before the first step, for a page that was just opened. */
  private async before(step: number, events: readonly Event[]): Promise<View | undefined> {
    const request = events[step - 1]?.requestId;
    let seq = step - 1;
    while (seq > 0 && events[seq - 1]?.requestId === request) seq--;
    return seq > 0 ? this.viewAt(seq) : undefined;
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

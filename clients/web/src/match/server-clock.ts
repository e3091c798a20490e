/** The server's clock as this page knows it: from heartbeats, and from the times of events as they come. */

import { signal } from "@preact/signals";
import type { SeatClock } from "clio-referee/contract/fair_play";

/** A time or a duration of the contract. */
export interface Time {
  seconds: bigint;
  nanos: number;
}

/** The browser's time, which no change of its clock moves. */
const here = (): number => performance.timeOrigin + performance.now();

export const toMs = ({ seconds, nanos }: Time): number => Number(seconds) * 1_000 + nanos / 1_000_000;

export class ServerClock {
  private readonly ahead = signal(0);

  now(): number {
    return here() + this.ahead.value;
  }

  set(time: Time | undefined): void {
    if (time) this.ahead.value = toMs(time) - here();
  }

  /** An event that is here has happened: the server's clock cannot be behind its time. */
  atLeast(time: Time | undefined): void {
    if (time) this.ahead.value = Math.max(this.ahead.value, toMs(time) - here());
  }
}

/** What a seat has left now, in milliseconds. */
export function leftOf(clock: SeatClock, now: number): number {
  if (clock.running && clock.flagTime) return Math.max(0, toMs(clock.flagTime) - now);
  return clock.remaining ? toMs(clock.remaining) : 0;
}

/** Time as clocks show it: `2 d 03:10`, `1:05:09`, `4:09`, and tenths at the end: `9.4`. */
export function clockFace(ms: number): string {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1_000);
  const two = (value: number): string => String(value).padStart(2, "0");
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60];
  if (days > 0) return `${days} d ${two(hours)}:${two(minutes)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

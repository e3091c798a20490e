/** Messages between a page and the stream worker. */

import type { Code, Sighting } from "clio-referee";

/** What a page shows to the server: the token of a seat, an invitation code, or nothing. */
export interface Credentials {
  token?: string | undefined;
  invite?: string | undefined;
}

/** From a page: `id` numbers its watches. */
export type PageMessage =
  | { type: "watch"; id: number; match: string; credentials: Credentials; visible: boolean }
  | { type: "visible"; visible: boolean }
  | { type: "stop"; id: number }
  /** Sent now and then: a page that ends without a word is noticed by its silence. */
  | { type: "alive" }
  | { type: "leave" };

export interface PlainError {
  code: Code;
  reason: string;
  message: string;
  metadata: Readonly<Record<string, string>>;
}

/** To a page. */
export type WorkerMessage =
  | { type: "sightings"; id: number; sightings: readonly Sighting[] }
  | { type: "connection"; id: number; connected: boolean }
  | { type: "end"; id: number; error: PlainError | undefined }
  /** The worker has dropped this page's watches, or never had any: the page asks again. */
  | { type: "unknown" };

/** How often a page reports, and how long its silence may last: browsers delay the timers of hidden pages by a minute. */
export const ALIVE_MS = 20_000;
export const SILENCE_MS = 180_000;

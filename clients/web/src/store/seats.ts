/** The seats of this browser: their tokens never leave it but with calls of their match. */

import { signal } from "@preact/signals";
import type { Sent } from "clio-referee";

import { readValue, writeValue } from "./database";
import { allHosts, type HostedMatch, keepHost, loadHosts } from "./hosts";

export interface OwnSeat {
  match: string;
  game: string;
  seat: number;
  token: string;
  hostToken?: string;
  /** The code that invites others, in a match that is for the invited only. */
  inviteCode?: string;
  /** What the seat is committed to, in hex: one for each round of readiness. */
  entropies?: string[];
  /** Where the match was when each of them was sent for the first time. */
  sent?: Record<string, Sent>;
  name: string;
  since: number;
}

const STORED = "seats";
export const seats = signal<readonly OwnSeat[]>([]);
const channel = new BroadcastChannel("clio-seats");
channel.onmessage = () => void read();

async function read(): Promise<void> {
  seats.value = (await readValue<OwnSeat[]>(STORED)) ?? [];
}

export async function loadSeats(): Promise<void> {
  try {
    await read();
    await loadHosts();
  } catch {
    // Private windows of some browsers have no storage: seats last as long as the page.
  }
}

async function write(all: readonly OwnSeat[]): Promise<void> {
  seats.value = all;
  try {
    await writeValue(STORED, all);
    channel.postMessage("changed");
  } catch {
    // As above.
  }
}

export async function keepSeat(seat: OwnSeat): Promise<void> {
  await write([...seats.value.filter((other) => other.match !== seat.match || other.seat !== seat.seat), seat]);
}

/** Adds the secrets of a round to those of a seat: another page of this browser may have added some, too. */
export async function keepSecrets(own: OwnSeat, secrets: { entropies: string[]; sent: Record<string, Sent> }): Promise<void> {
  const stored = seats.value.find((other) => other.match === own.match && other.seat === own.seat) ?? own;
  const entropies = [...new Set([...(stored.entropies ?? []), ...secrets.entropies])];
  await keepSeat({ ...stored, entropies, sent: { ...secrets.sent, ...stored.sent } });
}

export async function forgetSeat(match: string, seat: number): Promise<void> {
  await write(seats.value.filter((other) => other.match !== match || other.seat !== seat));
}

export function seatsOf(match: string): OwnSeat[] {
  return seats.value.filter((seat) => seat.match === match);
}

/** The seats as a file to keep, and the matches directed without one: anyone who has it can play and direct them. */
export function backup(): string {
  return JSON.stringify({ format: "clio-seats/1", seats: seats.value, hosts: allHosts() }, null, 1);
}

/** Adds the seats of a backup; throws where the file is none. */
export async function restore(text: string): Promise<number> {
  const file = JSON.parse(text) as { format?: unknown; seats?: unknown; hosts?: unknown };
  if (file.format !== "clio-seats/1" || !Array.isArray(file.seats)) throw new Error("not a seat backup");
  const found = (file.seats as OwnSeat[]).filter(
    (seat) => typeof seat.match === "string" && typeof seat.token === "string" && Number.isInteger(seat.seat),
  );
  for (const seat of found) await keepSeat(seat);
  const hosted = Array.isArray(file.hosts) ? (file.hosts as HostedMatch[]) : [];
  for (const one of hosted) if (typeof one.match === "string" && typeof one.hostToken === "string") await keepHost(one);
  return found.length;
}

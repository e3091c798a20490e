/** The seats of this browser: their tokens never leave it but with calls of their match. */

import { signal } from "@preact/signals";

import { readValue, writeValue } from "./database";

export interface OwnSeat {
  match: string;
  game: string;
  seat: number;
  token: string;
  hostToken?: string;
  /** What the seat is committed to, in hex: one for each round of readiness. */
  entropies?: string[];
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

export async function forgetSeat(match: string, seat: number): Promise<void> {
  await write(seats.value.filter((other) => other.match !== match || other.seat !== seat));
}

export function seatsOf(match: string): OwnSeat[] {
  return seats.value.filter((seat) => seat.match === match);
}

/** The seats as a file to keep: anyone who has it can play them. */
export function backup(): string {
  return JSON.stringify({ format: "clio-seats/1", seats: seats.value }, null, 1);
}

/** Adds the seats of a backup; throws where the file is none. */
export async function restore(text: string): Promise<number> {
  const file = JSON.parse(text) as { format?: unknown; seats?: unknown };
  if (file.format !== "clio-seats/1" || !Array.isArray(file.seats)) throw new Error("no backup of seats");
  const found = (file.seats as OwnSeat[]).filter(
    (seat) => typeof seat.match === "string" && typeof seat.token === "string" && Number.isInteger(seat.seat),
  );
  for (const seat of found) await keepSeat(seat);
  return found.length;
}

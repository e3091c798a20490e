/** The matches that this browser hosts without a seat, as their director: their host tokens. */

import { signal } from "@preact/signals";

import { readValue, writeValue } from "./database";

export interface HostedMatch {
  match: string;
  game: string;
  hostToken: string;
  /** The code that invites others, in a match that is for the invited only. */
  inviteCode?: string;
  since: number;
}

const STORED = "hosts";
const hosts = signal<readonly HostedMatch[]>([]);

export async function loadHosts(): Promise<void> {
  hosts.value = (await readValue<HostedMatch[]>(STORED)) ?? [];
}

export async function keepHost(hosted: HostedMatch): Promise<void> {
  hosts.value = [...hosts.value.filter(({ match }) => match !== hosted.match), hosted];
  try {
    await writeValue(STORED, hosts.value);
  } catch {
    // Private windows of some browsers have no storage: the token lasts as long as the page.
  }
}

export function hostOf(match: string): HostedMatch | undefined {
  return hosts.value.find((hosted) => hosted.match === match);
}

export function allHosts(): readonly HostedMatch[] {
  return hosts.value;
}

/** Openings of sealed fields, read: the watcher has checked them against their commitments. */

import type { Opening } from "clio-referee/contract/event";

import type { Opened } from "../i18n/event-sentence";

export function withOpenings(known: ReadonlyMap<number, Opened>, openings: readonly Opening[]): ReadonlyMap<number, Opened> {
  const all = new Map(known);
  for (const { seq, field, value } of openings) {
    const read: unknown = JSON.parse(new TextDecoder().decode(value));
    all.set(Number(seq), { ...all.get(Number(seq)), [field]: read });
  }
  return all;
}

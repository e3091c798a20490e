/** What a score line gives points for, by the templates of the command line. */

import type { ScoreLine } from "clio-referee/contract/outcome";

import templates from "./templates.json";
import { t, word } from "./translate";

interface Detail {
  template: string;
  /** One and several of what a parameter counts. */
  counts: Readonly<Record<string, readonly string[]>>;
}

/** The detail in the chosen language; the server's English where its id is not known here. */
export function scoreDetail(line: ScoreLine): string {
  const known = (templates.scores as unknown as Readonly<Record<string, Detail>>)[line.detailId];
  if (!known) return t(line.detail);
  const shown = Object.entries(line.params).map(([name, value]) => {
    const [one, several] = known.counts[name] ?? [];
    const noun = value === "1" ? one : several;
    return [name, noun === undefined ? word(value) : t(noun, line.params)];
  });
  return t(known.template, Object.fromEntries(shown) as Record<string, string>);
}

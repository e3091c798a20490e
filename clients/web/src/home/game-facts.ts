/** What a visitor wants to know of a game before playing it. */

import { t } from "../i18n/translate";

export interface GameFacts {
  /** The game in a sentence. */
  says: string;
  /** How long a match takes people, about. */
  minutes: number;
  /** 1 for rules that a child learns, 3 for an evening's game. */
  complexity: 1 | 2 | 3;
}

/** The facts of a game that Clio ships; undefined for others. */
export function factsOf(game: string): GameFacts | undefined {
  switch (game) {
    case "akros": return { says: t("Spirits of air and fire shape a world of forest, mountain and sea. Each side moves by its own rules."), minutes: 20, complexity: 2 };
    case "akrotiri": return { says: t("Sail around Thera, place islands as you explore, and follow your maps to buried temples."), minutes: 45, complexity: 3 };
    case "amphipolis": return { says: t("Dig up mosaics, amphoras and statues, and complete collections before a landslide closes the site."), minutes: 20, complexity: 1 };
    default: return undefined;
  }
}

export function complexityName(complexity: 1 | 2 | 3): string {
  switch (complexity) {
    case 1: return t("easy to learn");
    case 2: return t("some depth");
    case 3: return t("deep");
  }
}

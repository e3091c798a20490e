/** One level: its verdict, what it means, and why it does not pass. */

import type { Level } from "clio-referee";
import type { ComponentChild } from "preact";

import { inWords } from "../i18n/messages";
import { t } from "../i18n/translate";

const SIGNS: Record<Level["verdict"], string> = { pass: "✓", fail: "✗", pending: "…", "not judged": "?", "own table": "~" };

export type LevelNumber = 1 | 2 | 3 | 4;

function titleOf(number: LevelNumber): string {
  switch (number) {
    case 1: return t("integrity");
    case 2: return t("fairness");
    case 3: return t("legality");
    case 4: return t("result");
  }
}

function meaningOf(number: LevelNumber): string {
  switch (number) {
    case 1: return t("No event was changed, removed, added or reordered: the hash chain, the sealed fields and the server's signature are valid.");
    case 2: return t("Every draw follows from the seed that the server committed to before anyone joined, and from the entropy of all seats.");
    case 3: return t("Every move was legal: each event is exactly what the rules produce for its move.");
    case 4: return t("The points and the winner are what the rules give for the final position.");
  }
}

/** `why` is the reason in the chosen language, where it does not come as the level's message. */
export function LevelRow({ number, level, why }: { number: LevelNumber; level: Level; why?: string }): ComponentChild {
  const reason = why ?? (level.message && inWords(level.message));
  return (
    <li class={`level ${level.verdict.replace(" ", "-")}`}>
      <span class="verdict" aria-hidden="true">{SIGNS[level.verdict]}</span>
      <div>
        <h3>{t("Level {number}, {title}: {verdict}", { number, title: titleOf(number), verdict: t(level.verdict) })}</h3>
        <p>{meaningOf(number)}</p>
        {reason && <p class="why">{level.seq ? t("Event {seq}: {why}.", { seq: level.seq, why: reason }) : `${reason}.`}</p>}
      </div>
    </li>
  );
}

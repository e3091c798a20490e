/** The hint for the position in a first match. */

import { signal } from "@preact/signals";
import type { View } from "clio-referee/contract/view";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { type Advice, hintOf } from "./lessons";

const STORED = "clio-learning";
/** Matches that are remembered; older ones go without hints. */
const MOST = 20;

const learning = signal<readonly string[]>((localStorage.getItem(STORED) ?? "").split(" ").filter(Boolean));

function keep(matches: readonly string[]): void {
  learning.value = matches.slice(-MOST);
  localStorage.setItem(STORED, learning.value.join(" "));
}

/** Shows hints in a match from now on. */
export function learnIn(match: string): void {
  keep([...learning.value.filter((one) => one !== match), match]);
}

export function AdviceLine({ advice, game }: { advice: Advice; game: string }): ComponentChild {
  return <>{advice.says} <span class="quiet">({advice.rules.map((rule, place) => <>{place > 0 && ", "}<a href={`/rules/${game}#${rule}`}>{rule}</a></>)})</span></>;
}

export function Hint({ match, view }: { match: string; view: View }): ComponentChild {
  const advice = learning.value.includes(match) ? hintOf(view) : undefined;
  if (!advice) return null;
  return (
    <section class="panel hint" aria-label={t("Hint")}>
      <h2>{t("Hint")}</h2>
      <p><AdviceLine advice={advice} game={view.game.case ?? ""} /></p>
      <button onClick={() => keep(learning.value.filter((one) => one !== match))}>{t("No more hints")}</button>
    </section>
  );
}

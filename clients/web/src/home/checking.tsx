/** How a match is checked, in three drawn steps. */

import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";

/** A lock, a chain, a seal with a tick. */
const DRAWINGS = [
  <><rect class="ink" x="12" y="22" width="24" height="18" rx="3" /><path class="line" d="M17 22v-6a7 7 0 0 1 14 0v6" /><circle class="paper" cx="24" cy="30" r="2.800" /><path class="paper" d="M22.800 31h2.400l1 5h-4.400z" /></>,
  <><rect class="line" x="4" y="18" width="16" height="12" rx="6" /><rect class="line" x="16" y="18" width="16" height="12" rx="6" /><rect class="line" x="28" y="18" width="16" height="12" rx="6" /></>,
  <><path class="ink" d="M24 5 40 11v12c0 10-7 17-16 20C15 40 8 33 8 23V11z" /><path class="tick" d="m16 24 6 6 11-13" /></>,
];

export function Checking(): ComponentChild {
  const steps = [
    { title: t("Before: chance is locked"), says: t("The server commits to a secret seed before anyone joins, and every seat adds random bytes of its own. Nobody can choose the deal.") },
    { title: t("During: every move is chained"), says: t("Each event carries the hash of the one before it, and the server signs the last link. Changing, dropping or adding an event breaks the chain.") },
    { title: t("After: you check it"), says: t("The seed is opened. Your browser recomputes every shuffle and the whole chain, even offline, without trusting the server.") },
  ];
  return (
    <section class="checking" aria-labelledby="how">
      <h2 id="how">{t("How do you know that nobody cheated?")}</h2>
      <ol class="check-steps">
        {steps.map(({ title, says }, place) => (
          <li>
            <svg viewBox="0 0 48 48" aria-hidden="true">{DRAWINGS[place]}</svg>
            <div><h3>{title}</h3><p>{says}</p></div>
          </li>
        ))}
      </ol>
      <p class="buttons"><a class="button" href="/check">{t("Check a match")}</a> <span class="quiet">{t("Every finished match can be downloaded as a file and checked here.")}</span></p>
    </section>
  );
}

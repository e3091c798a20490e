/** Learn: a game in a few sentences, and a first match with hints against an easy bot. */

import { useSignal } from "@preact/signals";
import { type ClioError, toClioError } from "clio-referee";
import type { ComponentChild } from "preact";

import { getGame } from "../api";
import { t } from "../i18n/translate";
import { AdviceLine, learnIn } from "../learn/hint";
import { lessonsOf } from "../learn/lessons";
import { openAndJoin } from "../play/open-match";
import { navigate } from "../router";
import { Example } from "../rules/example";
import { examplesOf } from "../rules/registry";
import { GameChoice } from "../ui/game-choice";
import { gameTitle } from "../ui/game-title";
import { useLoaded } from "../ui/load";
import { Problem } from "../ui/problem";

export function LearnPage({ game }: { game: string }): ComponentChild {
  const shown = game || "amphipolis";
  const page = useLoaded(() => getGame(shown), [shown]);
  const examples = useLoaded(() => examplesOf(shown), [shown]).value ?? {};
  const busy = useSignal(false);
  const error = useSignal<ClioError | undefined>(undefined);
  const start = async (): Promise<void> => {
    busy.value = true;
    error.value = undefined;
    try {
      const match = await openAndJoin({ game: shown, seats: 2 }, "random");
      learnIn(match);
      navigate(`/m/${match}`);
    } catch (failure) {
      error.value = toClioError(failure);
    }
    busy.value = false;
  };
  return (
    <main id="main" tabIndex={-1} class="learn">
      <h1>{t("Learn")}: {page.value?.game?.title ?? gameTitle(shown)}</h1>
      <GameChoice game={shown} address={(chosen) => `/learn/${chosen}`} />
      {page.error && <Problem error={page.error} />}
      <ol class="lessons">
        {lessonsOf(shown).map((advice) => {
          const drawn = advice.rules.map((rule) => examples[rule]).find((panels) => panels !== undefined);
          return <li class="card"><p><AdviceLine advice={advice} game={shown} /></p>{drawn && <Example panels={drawn()} />}</li>;
        })}
      </ol>
      {lessonsOf(shown).length === 0 && <p class="quiet nothing">{t("There is no introduction to this game. Its rules are all there.")}</p>}
      <p class="buttons">
        <button class="primary" disabled={busy.value} onClick={() => void start()}>{t("Start a first match with hints")}</button>
        <a class="button" href={`/rules/${shown}`}>{t("All rules")}</a>
      </p>
      <p class="quiet">{t("An easy bot plays against you. You can only choose legal moves, and you can take each one back before you confirm it.")}</p>
      {error.value && <Problem error={error.value} game={shown} />}
    </main>
  );
}

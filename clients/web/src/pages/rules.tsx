/** The rules of a game, by id, searchable; refusals and scores link here. */

import { useSignal } from "@preact/signals";
import type { Rule } from "clio-referee/contract/game";
import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";

import { getGame } from "../api";
import { t } from "../i18n/translate";
import { navigate } from "../router";
import { GameChoice } from "../ui/game-choice";
import { useLoaded } from "../ui/load";
import { Problem } from "../ui/problem";

function RuleCard({ rule }: { rule: Rule }): ComponentChild {
  return (
    <article class="rule" id={rule.rule}>
      <h2>{t(rule.title)} <code>{rule.rule}</code></h2>
      <p>{t(rule.text)}</p>
      {rule.ruling && <p class="quiet">{t("Ruling")}: {t(rule.ruling)}</p>}
    </article>
  );
}

export function RulesPage({ game }: { game: string }): ComponentChild {
  const shown = game || "amphipolis";
  const search = useSignal("");
  const page = useLoaded(() => getGame(shown), [shown]);
  const rules = [...(page.value?.rules ?? []), ...(page.value?.sharedRules ?? [])];
  useEffect(() => {
    if (rules.length > 0) document.getElementById(decodeURIComponent(window.location.hash.slice(1)))?.scrollIntoView();
  }, [rules.length, window.location.hash]);
  const wanted = search.value.toLowerCase();
  const found = rules.filter((rule) => [rule.rule, rule.title, rule.text, t(rule.title), t(rule.text)].some((text) => text.toLowerCase().includes(wanted)));
  return (
    <main id="main" tabIndex={-1} class="rules">
      <h1>{t("Rules")}: {page.value?.game?.title}</h1>
      <div class="buttons">
        <GameChoice game={shown} choose={(chosen) => navigate(`/rules/${chosen}`)} />
        <label>{t("Search")} <input type="search" value={search.value} onInput={(event) => (search.value = event.currentTarget.value)} /></label>
        <span class="quiet" role="status">{t("{count} rules", { count: found.length })}</span>
      </div>
      {page.error && <Problem error={page.error} />}
      {found.map((rule) => <RuleCard rule={rule} />)}
    </main>
  );
}

/** The rules of a game, by id, searchable, with drawn examples; refusals and scores link here. */

import { useSignal } from "@preact/signals";
import type { Rule } from "clio-referee/contract/game";
import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";

import { getGame } from "../api";
import { t } from "../i18n/translate";
import { location_ } from "../router";
import { Example, type Examples } from "../rules/example";
import { examplesOf } from "../rules/registry";
import { GameChoice } from "../ui/game-choice";
import { gameTitle } from "../ui/game-title";
import { useLoaded } from "../ui/load";
import { Problem } from "../ui/problem";

function RuleCard({ rule, examples, here }: { rule: Rule; examples: Examples; here: boolean }): ComponentChild {
  const panels = examples[rule.rule];
  return (
    <article class={here ? "rule here" : "rule"} id={rule.rule}>
      <h2><a class="anchor" href={`#${rule.rule}`}>{t(rule.title)}</a> <code>{rule.rule}</code></h2>
      <p>{t(rule.text)}</p>
      {rule.ruling && <p class="quiet">{t("Ruling")}: {t(rule.ruling)}</p>}
      {panels && <Example panels={panels()} />}
    </article>
  );
}

function matches(rule: Rule, wanted: string): boolean {
  const texts = [rule.rule, rule.title, rule.text, rule.ruling, t(rule.title), t(rule.text), t(rule.ruling)];
  return wanted.split(/\s+/).every((part) => texts.some((text) => text.toLowerCase().includes(part)));
}

export function RulesPage({ game }: { game: string }): ComponentChild {
  const shown = game || "amphipolis";
  const search = useSignal("");
  const drawn = useSignal(false);
  const page = useLoaded(() => getGame(shown), [shown]);
  const examples = useLoaded(() => examplesOf(shown), [shown]).value ?? {};
  const rules = [...(page.value?.rules ?? []), ...(page.value?.sharedRules ?? [])];
  const hash = decodeURIComponent(location_.value.hash.slice(1));
  useEffect(() => {
    // Drawings above a rule move it: it is looked for again once they are there.
    if (rules.length > 0 && hash) document.getElementById(hash)?.scrollIntoView();
  }, [rules.length, Object.keys(examples).length, hash]);
  const found = rules.filter((rule) => matches(rule, search.value.trim().toLowerCase()) && (!drawn.value || examples[rule.rule]));
  return (
    <main id="main" tabIndex={-1} class="rules">
      <h1>{t("Rules")}: {page.value?.game?.title ?? gameTitle(shown)}</h1>
      <GameChoice game={shown} address={(chosen) => `/rules/${chosen}`} />
      <div class="buttons rule-search">
                <label>{t("Search")} <input type="search" placeholder={t("words or a rule id")} value={search.value} onInput={(event) => (search.value = event.currentTarget.value)} /></label>
        <label><input type="checkbox" checked={drawn.value} onChange={(event) => (drawn.value = event.currentTarget.checked)} /> {t("only rules with a drawing")}</label>
        <span class="quiet" role="status">{page.value && (found.length === 1 ? t("1 rule") : t("{count} rules", { count: found.length }))}</span>
      </div>
      <p><a href={`/learn/${shown}`}>{t("New to the game? Learn it in a first match with hints.")}</a></p>
      {page.error && <Problem error={page.error} />}
      {page.value && found.length === 0 && <p class="quiet nothing">{t("No rule matches your search.")}</p>}
      {!page.value && !page.error && <p class="quiet">{t("Loading …")}</p>}
      {found.map((rule) => <RuleCard key={rule.rule} rule={rule} examples={examples} here={rule.rule === hash} />)}
    </main>
  );
}

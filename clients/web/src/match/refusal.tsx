/** A refused move: the reason, the rule's id, and what the rule says. */

import type { ClioError } from "clio-referee";
import type { ComponentChild } from "preact";

import { getGame } from "../api";
import { t } from "../i18n/translate";
import { useLoaded } from "../ui/load";
import { Problem } from "../ui/problem";

export function Refusal({ error, game }: { error: ClioError; game: string }): ComponentChild {
  const found = useLoaded(async () => (error.rule ? await getGame(game) : undefined), [error.rule, game]);
  const rules = [...(found.value?.rules ?? []), ...(found.value?.sharedRules ?? [])];
  const rule = rules.find((one) => one.rule === error.rule);
  return (
    <div class="refusal">
      <Problem error={error} game={game} />
      {rule && <blockquote><b>{t(rule.title)}</b> {t(rule.text)}</blockquote>}
    </div>
  );
}

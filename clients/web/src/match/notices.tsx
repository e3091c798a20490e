/** What everybody must know of a match: its connection, its pause, and what was decided about it. */

import type { Match } from "clio-referee/contract/match";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { factOf } from "./facts";
import type { MatchSession } from "./match-session";

export function Notices({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  const { connected } = session;
  return (
    <>
      {!connected.value && <p class="problem" role="status">{t("The connection is lost. You will not miss anything: the page continues where it stopped.")}</p>}
      {session.paused && <p class="notice" role="status"><b>{t("The match is paused.")}</b> <q>{match.fairPlay?.pauseReason}</q> {t("All clocks are stopped, and nobody can move.")}</p>}
    </>
  );
}

/** The facts beside the moves, with their reasons; each leads to the board of its time. */
export function Facts({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  const facts = session.events.value.flatMap((event) => {
    const says = factOf(event, match);
    return says ? [{ seq: Number(event.seq), says }] : [];
  });
  if (facts.length === 0) return null;
  return (
    <section class="panel facts-of-match" aria-label={t("Pauses, time and ends")}>
      <h2>{t("Pauses, time and ends")}</h2>
      <ol class="plain">{facts.map(({ seq, says }) => <li key={seq}><button class="link" onClick={() => void session.show(seq)}>{seq}. <bdi>{says}</bdi></button></li>)}</ol>
    </section>
  );
}

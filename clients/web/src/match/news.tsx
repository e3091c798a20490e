/** What happened since one's own last move, or since one looked last. */

import type { Event } from "clio-referee/contract/event";
import type { Match } from "clio-referee/contract/match";
import type { ComponentChild } from "preact";

import { eventSentence, type Opened } from "../i18n/event-sentence";
import { t } from "../i18n/translate";
import { factOf, isOfGame, seatName } from "./facts";
import type { MatchSession } from "./match-session";

/** More than these are in the list of moves only. */
const MOST = 12;
/** What somebody sees who has never looked at the match before. */
const FIRST_LOOK = 4;

function saidOf(event: Event, match: Match, opened: Opened | undefined): string | undefined {
  const seat = /^seat:(\d+)$/.exec(event.actor)?.[1];
  // The events of a game that Clio does not ship have no sentences; its notation tells more than their names.
  if (event.payload.case === "external" && event.move && seat !== undefined) return `${seatName(match, Number(seat))}: ${event.move}`;
  return isOfGame(event) ? eventSentence(event, match.seats.map(({ name }) => name), opened) : factOf(event, match);
}

export function News({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  // Boards of the past have no news; replay steps through them quickly.
  if (session.at.value !== undefined) return null;
  const events = session.events.value;
  const own = session.seat ? `seat:${session.seat.seat}` : undefined;
  const { opened } = session.catchUp;
  const from = own === undefined ? opened : events.findLastIndex(({ actor }) => actor === own) + 1;
  const most = own === undefined && opened === 0 ? FIRST_LOOK : MOST;
  const news: { seq: number; says: string }[] = [];
  let more = 0;
  for (const event of events.slice(from).reverse()) {
    const says = news.length < most ? saidOf(event, match, session.opened.value.get(Number(event.seq))) : undefined;
    if (says) news.unshift({ seq: Number(event.seq), says });
    else if (news.length >= most && isOfGame(event)) more++;
  }
  if (news.length === 0) return null;
  const title = own !== undefined ? t("Since your last move") : opened === 0 ? t("The last moves") : t("Since you last looked");
  return (
    <section class="panel news" aria-label={t("What happened")}>
      <h2>{title}</h2>
      {more > 0 && most === MOST && <p class="quiet">{t("and {count} more before", { count: more })}</p>}
      <ol class="plain">{news.map(({ seq, says }) => <li key={seq}><button class="link" onClick={() => void session.show(seq)}><bdi>{says}</bdi></button></li>)}</ol>
    </section>
  );
}

/** The matches of this browser's seats: those in which it is one's turn come first. */

import { useSignal } from "@preact/signals";
import { type Match, MatchStatus } from "clio-referee/contract/match";
import { MatchService } from "clio-referee/contract/match_service";
import type { ComponentChild } from "preact";

import { server } from "../api";
import { t } from "../i18n/translate";
import { type OwnSeat, seats } from "../store/seats";
import { useLoaded } from "./load";
import { MatchLine } from "./match-line";
import { Problem } from "./problem";

/** Seats that are looked after, the latest first; a call gets up to 100 matches. */
const MAX_SEATS = 60;
/** Matches that only a token opens, asked for one by one. */
const MAX_HIDDEN = 10;
const EVERY_MS = 5_000;

interface OwnMatch {
  match: Match;
  seat: OwnSeat;
}

const ORDER = [MatchStatus.PLAYING, MatchStatus.READYING, MatchStatus.OPEN, MatchStatus.FINISHED, MatchStatus.ABORTED];

function isMine({ match, seat }: OwnMatch): boolean {
  return match.status === MatchStatus.PLAYING && match.toMove.includes(seat.seat);
}

function rank(own: OwnMatch): number {
  return isMine(own) ? -1 : ORDER.indexOf(own.match.status);
}

async function load(own: readonly OwnSeat[]): Promise<OwnMatch[]> {
  const latest = own.toSorted((one, other) => other.since - one.since).slice(0, MAX_SEATS);
  const ids = [...new Set(latest.map((seat) => seat.match))];
  if (ids.length === 0) return [];
  const { matches, missing } = await server.call(MatchService.method.batchGetMatches, { matchIds: ids });
  const found = new Map(matches.map((match) => [match.matchId, match]));
  for (const id of missing.slice(0, MAX_HIDDEN)) {
    const token = latest.find((seat) => seat.match === id)?.token;
    // A match that is gone stays out of the list.
    const answer = await server.call(MatchService.method.getMatch, { matchId: id }, { token }).catch(() => undefined);
    if (answer?.match) found.set(id, answer.match);
  }
  return latest
    .flatMap((seat) => {
      const match = found.get(seat.match);
      return match ? [{ match, seat }] : [];
    })
    .toSorted((one, other) => rank(one) - rank(other));
}

export function OwnMatches({ most }: { most: number }): ComponentChild {
  const own = seats.value;
  const all = useSignal(false);
  const list = useLoaded(() => load(own), [own.length], EVERY_MS);
  if (own.length === 0) return null;
  const found = list.value ?? [];
  const waiting = found.filter(isMine).length;
  return (
    <section aria-labelledby="mine" class="own-matches">
      <h2 id="mine">{t("Your matches")}{waiting > 0 && <> <span class="badge due">{t("your turn in {count}", { count: waiting })}</span></>}</h2>
      {list.error && !list.value && <Problem error={list.error} />}
      <ul class="plain match-list">{found.slice(0, all.value ? MAX_SEATS : most).map((one) => <MatchLine key={`${one.match.matchId}/${one.seat.seat}`} match={one.match} link={`/m/${one.match.matchId}?as=${one.seat.seat}`} mine={isMine(one)} />)}</ul>
      {found.length > most && <p><button aria-expanded={all.value} onClick={() => (all.value = !all.value)}>{all.value ? t("Show fewer") : t("Show all {count}", { count: found.length })}</button></p>}
      {list.value && found.length === 0 && <p class="quiet nothing">{t("The server no longer has the matches of your seats.")}</p>}
    </section>
  );
}

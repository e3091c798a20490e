/** The end of a match: who has won and by which rule, and what to do next, all in one place above the board. */

import { type Match, MatchStatus } from "clio-referee/contract/match";
import type { ComponentChild } from "preact";

import { SEAT_COLOURS, SEAT_SIGNS } from "../boards/board";
import { t } from "../i18n/translate";
import { factOf, seatName } from "./facts";
import type { MatchSession } from "./match-session";
import { RecordActions } from "./record-actions";
import { Rematch } from "./rematch";

function headlineOf(session: MatchSession, { outcome, seats }: Match): string {
  const winners = outcome?.winners ?? [];
  const own = session.seat?.seat;
  if (winners.length === 0) return seats.length === 1 ? t("The game has won.") : t("Nobody has won.");
  if (own !== undefined && winners.includes(own)) return winners.length > 1 ? t("You share the victory.") : t("You have won!");
  const names = winners.map((seat) => seats[seat]?.name || t("seat {seat}", { seat })).join(t(" and "));
  return winners.length > 1 ? t("{names} have won.", { names }) : t("{name} has won.", { name: names });
}

/** The points of all seats, the most first. */
function Totals({ match }: { match: Match }): ComponentChild {
  const scores = [...(match.outcome?.scores ?? [])].sort((one, other) => other.total - one.total);
  return (
    <ol class="totals">
      {scores.map(({ seat, total }) => (
        <li key={seat}>
          <span style={{ color: SEAT_COLOURS[Math.max(0, seat) % SEAT_COLOURS.length] }} aria-hidden="true">{SEAT_SIGNS[Math.max(0, seat) % SEAT_SIGNS.length]}</span>{" "}
          <bdi>{seat < 0 ? t("the game") : seatName(match, seat)}</bdi> <b>{total}</b>
        </li>
      ))}
    </ol>
  );
}

export function Ending({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  // Who looks at the past wants to see the board.
  if (!session.over || session.at.value !== undefined) return null;
  const { outcome } = match;
  const last = session.events.value.findLast(({ payload }) => ["timedOut", "abandoned", "resigned"].includes(payload.case ?? ""));
  return (
    <section class="ending" aria-label={t("Result")} tabIndex={-1}>
      {match.status === MatchStatus.ABORTED
        ? <Aborted session={session} match={match} />
        : (
          <div class="verdict">
            <p class="headline"><bdi>{headlineOf(session, match)}</bdi></p>
            {outcome && <Totals match={match} />}
            {outcome?.decidedBy && <p class="quiet">{last && <><bdi>{factOf(last, match)}</bdi> </>}{t("Decided by the rule")} <a href={`/rules/${match.game}#${outcome.decidedBy}`}>{outcome.decidedBy}</a></p>}
          </div>
        )}
      <div class="next-steps">
        <div class="buttons">
          <Rematch session={session} match={match} />
          <button onClick={() => session.replayAsked.value++}>{t("Replay")}</button>
          <button onClick={() => session.checkAsked.value++}>{t("Check")}</button>
        </div>
        <RecordActions session={session} match={match} />
      </div>
    </section>
  );
}

/** A match without a result says so, and why. */
function Aborted({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  const end = session.events.value.findLast(({ payload }) => payload.case === "aborted");
  return (
    <div class="verdict">
      <p class="headline">{t("No result")}</p>
      <p class="notice" role="status"><bdi>{end ? factOf(end, match) : match.abortReason}</bdi></p>
      <p class="quiet">{t("The match is not rated.")}</p>
    </div>
  );
}

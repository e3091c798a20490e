/** Points as they stand, rule by rule. */

import type { SeatScore } from "clio-referee/contract/outcome";
import type { ComponentChild } from "preact";

import { SEAT_COLOURS, SEAT_SIGNS } from "../boards/board";
import { t } from "../i18n/translate";
import type { MatchSession } from "./match-session";

function Score({ score, name, game }: { score: SeatScore; name: string; game: string }): ComponentChild {
  const colour = SEAT_COLOURS[Math.max(0, score.seat) % SEAT_COLOURS.length];
  return (
    <details class="score-of">
      <summary><span style={{ color: colour }} aria-hidden="true">{SEAT_SIGNS[Math.max(0, score.seat) % SEAT_SIGNS.length]}</span> <bdi>{name}</bdi> <b>{score.total}</b></summary>
      <table>
        <tbody>
          {score.lines.map((line) => <tr><td><a href={`/rules/${game}#${line.rule}`}>{line.rule}</a></td><td>{line.detail}</td><td class="number">{line.points}</td></tr>)}
        </tbody>
      </table>
    </details>
  );
}

export function Scores({ session }: { session: MatchSession }): ComponentChild {
  const match = session.match.value;
  const scores = match?.outcome?.scores.length ? match.outcome.scores : session.scores.value;
  if (!match || scores.length === 0) return null;
  return (
    <section class="panel" aria-label={t("Points")}>
      <h2>{match.outcome ? t("Result") : t("Points as they stand")}</h2>
      {scores.map((score) => <Score score={score} name={score.seat < 0 ? t("the game") : match.seats[score.seat]?.name || t("seat {seat}", { seat: score.seat })} game={match.game} />)}
      {match.outcome && (
        <p>
          {match.outcome.winners.length ? t("Won by {names}.", { names: match.outcome.winners.map((seat) => match.seats[seat]?.name ?? seat).join(", ") }) : t("The game has won.")}{" "}
          <a href={`/rules/${match.game}#${match.outcome.decidedBy}`}>{match.outcome.decidedBy}</a>
        </p>
      )}
    </section>
  );
}

/** Points as they stand, rule by rule. */

import type { SeatScore } from "clio-referee/contract/outcome";
import type { ComponentChild } from "preact";

import { SEAT_COLOURS, SEAT_SIGNS } from "../boards/board";
import { scoreDetail } from "../i18n/score-detail";
import { t } from "../i18n/translate";
import type { MatchSession } from "./match-session";
import { useShownScores } from "./shown-scores";

function Score({ score, name, game }: { score: SeatScore; name: string; game: string }): ComponentChild {
  const colour = SEAT_COLOURS[Math.max(0, score.seat) % SEAT_COLOURS.length];
  return (
    <details class="score-of">
      <summary><span style={{ color: colour }} aria-hidden="true">{SEAT_SIGNS[Math.max(0, score.seat) % SEAT_SIGNS.length]}</span> <bdi>{name}</bdi> <b>{score.total}</b></summary>
      <table>
        <tbody>
          {score.lines.map((line) => <tr><td><a href={`/rules/${game}#${line.rule}`}>{line.rule}</a></td><td>{scoreDetail(line)}</td><td class="number">{line.points}</td></tr>)}
        </tbody>
      </table>
    </details>
  );
}

export function Scores({ session }: { session: MatchSession }): ComponentChild {
  const match = session.match.value;
  const scores = useShownScores(session);
  const at = session.at.value;
  if (!match || scores.length === 0) return null;
  return (
    <section class="panel" aria-label={t("Points")}>
      <h2>{at !== undefined ? t("Points after event {seq}", { seq: at }) : match.outcome ? t("Result") : t("Points as they stand")}</h2>
      {scores.map((score) => <Score score={score} name={score.seat < 0 ? t("the game") : match.seats[score.seat]?.name || t("seat {seat}", { seat: score.seat })} game={match.game} />)}
    </section>
  );
}

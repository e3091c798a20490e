/** Statistics: what matches of a game are like, in charts with their numbers. */

import { type Distribution, StatisticsService } from "clio-referee/contract/statistics_service";
import type { ComponentChild } from "preact";

import { server } from "../api";
import { t } from "../i18n/translate";
import { location_, navigate } from "../router";
import { GameChoice } from "../ui/game-choice";
import { useLoaded } from "../ui/load";
import { Problem } from "../ui/problem";

function Histogram({ title, of }: { title: string; of: Distribution | undefined }): ComponentChild {
  if (!of || of.count === 0n) return null;
  const most = Math.max(...of.bins.map((bin) => Number(bin.count)));
  const width = 300 / of.bins.length;
  const says = t("{title}: from {min} to {max}, {mean} on average", { title, min: Number(of.min), max: Number(of.max), mean: of.mean.toFixed(1) });
  return (
    <figure class="card">
      <figcaption><b>{title}</b></figcaption>
      <svg viewBox="0 0 300 90" role="img" aria-label={says} preserveAspectRatio="none">
        {of.bins.map((bin, place) => {
          const height = (84 * Number(bin.count)) / most;
          return <rect class="bar" x={place * width + 1} y={88 - height} width={Math.max(1, width - 2)} height={height}><title>{`${bin.low}–${bin.high}: ${bin.count}`}</title></rect>;
        })}
      </svg>
      <p class="quiet">{says}</p>
    </figure>
  );
}

export function StatisticsPage(): ComponentChild {
  const game = location_.value.searchParams.get("game") ?? "amphipolis";
  const page = useLoaded(() => server.call(StatisticsService.method.getStatistics, { game }), [game]);
  const found = page.value;
  return (
    <main id="main" tabIndex={-1}>
      <h1>{t("Statistics")}</h1>
      <GameChoice game={game} choose={(chosen) => navigate(`/statistics?game=${chosen}`)} />
      {page.error && <Problem error={page.error} />}
      {found && (
        <>
          <p>{t("{opened} matches opened, {finished} finished, {aborted} aborted.", { opened: Number(found.opened), finished: Number(found.finished), aborted: Number(found.aborted) })}</p>
          <div class="figures">
            <Histogram title={t("Moves in a match")} of={found.moves} />
            <Histogram title={t("Points of a seat")} of={found.scores} />
            <Histogram title={t("Legal moves at a turn")} of={found.branching} />
          </div>
          {found.rules.length > 0 && (
            <div class="scroll" tabIndex={0} role="region" aria-label={t("Points by rule")}>
              <table class="numbers">
                <caption>{t("Points by rule")}</caption>
                <thead><tr><th>{t("Rule")}</th><th>{t("scored")}</th><th>{t("points")}</th></tr></thead>
                <tbody>{found.rules.map((row) => <tr><th scope="row"><a href={`/rules/${game}#${row.rule}`}>{row.rule}</a></th><td>{Number(row.scoring)}</td><td>{Number(row.points)}</td></tr>)}</tbody>
              </table>
            </div>
          )}
        </>
      )}
    </main>
  );
}

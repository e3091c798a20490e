/** Statistics: what matches of a game are like, in charts with their numbers. */

import { type Distribution, type GetStatisticsResponse, StatisticsService } from "clio-referee/contract/statistics_service";
import type { ComponentChild } from "preact";

import { getGame, server } from "../api";
import { t, word } from "../i18n/translate";
import { location_ } from "../router";
import { clockWords } from "../ui/clock-words";
import { GameChoice } from "../ui/game-choice";
import { useLoaded } from "../ui/load";
import { Problem } from "../ui/problem";

function Histogram({ title, of }: { title: string; of: Distribution | undefined }): ComponentChild {
  if (!of || of.count === 0n) return null;
  const most = Math.max(...of.bins.map((bin) => Number(bin.count)));
  // Few bins stay as narrow as those of a usual distribution.
  const width = 300 / Math.max(of.bins.length, 12);
  const says = t("{title}: from {min} to {max}, {mean} on average", { title, min: Number(of.min), max: Number(of.max), mean: of.mean.toFixed(1) });
  return (
    <figure class="card">
      <figcaption><b>{title}</b></figcaption>
      <svg viewBox="0 0 300 90" role="img" aria-label={says} preserveAspectRatio="none">
        {of.bins.map((bin, place) => {
          const height = (84 * Number(bin.count)) / most;
          return <rect class="bar" x={place * width + width * 0.06} y={88 - height} width={Math.max(1, width * 0.88)} height={height}><title>{`${bin.low}–${bin.high}: ${bin.count}`}</title></rect>;
        })}
      </svg>
      {of.bins.length >= 12 && <p class="axis" aria-hidden="true"><span>{Number(of.min)}</span><span>{Number(of.max)}</span></p>}
      <p class="quiet">{says}</p>
      <details>
        <summary>{t("Numbers")}</summary>
        <div class="scroll bins" tabIndex={0} role="region" aria-label={title}>
          <table class="numbers named">
            <thead><tr><th>{title}</th><th>{t("Times")}</th></tr></thead>
            <tbody>{of.bins.map((bin) => <tr><th scope="row">{bin.low === bin.high ? String(bin.low) : `${bin.low}–${bin.high}`}</th><td>{Number(bin.count)}</td></tr>)}</tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** How often each seat and side wins, as bars with their numbers in words. */
function Shares({ found }: { found: GetStatisticsResponse }): ComponentChild {
  const rows = [
    ...found.sides.map((side) => ({ name: word(side.side), won: Number(side.won), played: Number(side.played) })),
    ...found.seats.map((seat) => ({ name: t("player {number} of {seats}", { number: seat.seat + 1, seats: seat.seats }), won: Number(seat.won), played: Number(seat.played) })),
  ].filter(({ played }) => played > 0);
  if (rows.length === 0) return null;
  return (
    <figure class="card">
      <figcaption><b>{t("Who wins")}</b></figcaption>
      <ul class="plain shares">
        {rows.map(({ name, won, played }) => (
          <li><span>{name}</span> <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="bar-back" width="100" height="8" /><rect class="bar" width={(100 * won) / played} height="8" /></svg> <span>{t("{won} of {played} won", { won, played })}</span></li>
        ))}
      </ul>
    </figure>
  );
}

function Controls({ found }: { found: GetStatisticsResponse }): ComponentChild {
  return (
    <section>
      <h2>{t("By time control")}</h2>
      {found.controls.length === 0 ? <p class="quiet">{t("No match with a clock has ended yet.")}</p> : (
        <div class="scroll" tabIndex={0} role="region" aria-label={t("By time control")}>
          <table class="numbers named">
            <thead><tr><th>{t("Clock")}</th><th>{t("Finished")}</th><th>{t("Ran out of time")}</th><th>{t("Minutes on average")}</th></tr></thead>
            <tbody>{found.controls.map((row) => <tr><th scope="row">{clockWords(row.clock)}</th><td>{Number(row.finished)}</td><td>{Number(row.timedOut)}</td><td>{((row.durationMillis?.mean ?? 0) / 60_000).toFixed(1)}</td></tr>)}</tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function RulePoints({ found, game }: { found: GetStatisticsResponse; game: string }): ComponentChild {
  const page = useLoaded(() => getGame(game), [game]);
  const titles = new Map(page.value?.rules.map(({ rule, title }) => [rule, title]));
  if (found.rules.length === 0) return null;
  return (
    <section>
      <h2>{t("Points by rule")}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("Points by rule")}>
        <table class="numbers named">
          <thead><tr><th>{t("Rule")}</th><th>{t("Times scored")}</th><th>{t("Points in total")}</th></tr></thead>
          <tbody>{found.rules.map((row) => <tr><th scope="row"><a href={`/rules/${game}#${row.rule}`}>{t(titles.get(row.rule) ?? row.rule)}</a> {titles.has(row.rule) && <code>{row.rule}</code>}</th><td>{Number(row.scoring)}</td><td>{Number(row.points)}</td></tr>)}</tbody>
        </table>
      </div>
    </section>
  );
}

export function StatisticsPage(): ComponentChild {
  const game = location_.value.searchParams.get("game") ?? "amphipolis";
  const page = useLoaded(() => server.call(StatisticsService.method.getStatistics, { game }), [game]);
  const found = page.value;
  return (
    <main id="main" tabIndex={-1}>
      <h1>{t("Statistics")}</h1>
      <GameChoice game={game} address={(chosen) => `/statistics?game=${chosen}`} />
      {page.error && <Problem error={page.error} />}
      {!found && !page.error && <p class="quiet">{t("Loading …")}</p>}
      {found && (
        <>
          <dl class="counts">
            <div><dt>{t("Opened")}</dt><dd>{Number(found.opened)}</dd></div>
            <div><dt>{t("Finished")}</dt><dd>{Number(found.finished)}</dd></div>
            <div><dt>{t("Aborted")}</dt><dd>{Number(found.aborted)}</dd></div>
          </dl>
          {found.finished === 0n && <p class="quiet nothing">{t("Charts appear once a match of this game has ended.")}</p>}
          <div class="figures">
            <Histogram title={t("Moves in a match")} of={found.moves} />
            <Histogram title={t("Points of a seat")} of={found.scores} />
            <Histogram title={t("Legal moves at a turn")} of={found.branching} />
            <Shares found={found} />
          </div>
          <Controls found={found} />
          <RulePoints found={found} game={game} />
        </>
      )}
    </main>
  );
}

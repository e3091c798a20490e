/** Standings: the leaderboard of a game, for all matches or those of one class of time controls. */

import { type SideStrength, StandingsService } from "clio-referee/contract/standings_service";
import type { ComponentChild } from "preact";

import { server } from "../api";
import { t, word } from "../i18n/translate";
import { location_, navigate } from "../router";
import { GameChoice } from "../ui/game-choice";
import { gameTitle } from "../ui/game-title";
import { useLoaded } from "../ui/load";
import { Problem } from "../ui/problem";

const CLASSES = ["blitz", "rapid", "days"] as const;

function className(timeClass: (typeof CLASSES)[number]): string {
  switch (timeClass) {
    case "blitz": return t("fast clocks");
    case "rapid": return t("slower clocks");
    case "days": return t("days per move");
  }
}

/** How many of the last matches ended alike. */
function streak(count: number): string {
  if (count === 0) return "–";
  return count > 0 ? t("{count} won", { count }) : t("{count} lost", { count: -count });
}

function Sides({ sides }: { sides: readonly SideStrength[] }): ComponentChild {
  if (sides.length === 0) return null;
  return <p class="quiet">{t("Wins by side")}: {sides.map((side) => `${gameTitle(word(side.side))} ${t("{won} of {played} won", { won: Number(side.won), played: Number(side.played) })}`).join(", ")}</p>;
}

export function StandingsPage(): ComponentChild {
  const game = location_.value.searchParams.get("game") ?? "";
  const timeClass = location_.value.searchParams.get("time") ?? "";
  const page = useLoaded(() => server.call(StandingsService.method.listStandings, { game, timeClass, pageSize: 100 }), [game, timeClass]);
  const address = (chosen: { game?: string; time?: string }): string => {
    const query = new URLSearchParams(Object.entries({ game, time: timeClass, ...chosen }).filter(([, value]) => value));
    return query.size ? `/standings?${query}` : "/standings";
  };
  return (
    <main id="main" tabIndex={-1} class="standings">
      <h1>{t("Standings")}</h1>
      <GameChoice all game={game} address={(chosen) => address({ game: chosen })} />
      <div class="buttons">
                <label>{t("Clock")}{" "}
          <select value={timeClass} onChange={(event) => navigate(address({ time: event.currentTarget.value }))}>
            <option value="">{t("all matches")}</option>
            {CLASSES.map((one) => <option value={one}>{className(one)}</option>)}
          </select>
        </label>
        <a href="/players">{t("Find a player")}</a>
      </div>
      <p class="quiet">{t("The rating is a cautious estimate of skill: it grows with wins and with the number of matches. Matches against the server's bots do not count. Players are known by name only, and anyone can use any name.")}</p>
      {page.error && <Problem error={page.error} />}
      {!page.value && !page.error && <p class="quiet">{t("Loading …")}</p>}
      {page.value && <Sides sides={page.value.sides} />}
      {page.value && (page.value.standings.length === 0 ? <p class="quiet nothing">{t("Nobody has finished a rated match yet.")}</p> : (
        <div class="scroll" tabIndex={0} role="region" aria-label={t("Standings")}>
          <table class="numbers">
            <thead><tr><th>{t("Rank")}</th><th>{t("Player")}</th><th>{t("Rating")}</th><th>{t("Played")}</th><th>{t("Won")}</th><th>{t("Best")}</th><th>{t("Streak")}</th></tr></thead>
            <tbody>
              {page.value.standings.map((row) => (
                <tr>
                  <td>{Number(row.rank)}</td>
                  <th scope="row"><a href={`/players?name=${encodeURIComponent(row.player)}`}><bdi>{row.name || row.player}</bdi></a></th>
                  <td>{row.rating?.rating.toFixed(1)}</td><td>{Number(row.played)}</td><td>{Number(row.won)}</td><td>{row.bestPoints ?? "–"}</td><td>{streak(row.streak)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </main>
  );
}

/** Standings: the leaderboard of a game. */

import { StandingsService } from "clio-referee/contract/standings_service";
import type { ComponentChild } from "preact";

import { server } from "../api";
import { t } from "../i18n/translate";
import { location_, navigate } from "../router";
import { GameChoice } from "../ui/game-choice";
import { useLoaded } from "../ui/load";
import { Problem } from "../ui/problem";

export function StandingsPage(): ComponentChild {
  const game = location_.value.searchParams.get("game") ?? "";
  const page = useLoaded(() => server.call(StandingsService.method.listStandings, { game, pageSize: 50 }), [game]);
  return (
    <main id="main" tabIndex={-1}>
      <h1>{t("Standings")}</h1>
      <GameChoice all game={game} choose={(chosen) => navigate(chosen ? `/standings?game=${chosen}` : "/standings")} />
      {page.error && <Problem error={page.error} />}
      {page.value && (page.value.standings.length === 0 ? <p class="quiet">{t("Nobody has finished a rated match yet.")}</p> : (
        <div class="scroll" tabIndex={0} role="region" aria-label={t("Standings")}>
          <table class="numbers">
            <thead><tr><th>{t("Rank")}</th><th>{t("Player")}</th><th>{t("Rating")}</th><th>{t("Played")}</th><th>{t("Won")}</th><th>{t("Streak")}</th></tr></thead>
            <tbody>
              {page.value.standings.map((row) => (
                <tr>
                  <td>{Number(row.rank)}</td>
                  <th scope="row"><a href={`/players?name=${encodeURIComponent(row.player)}`}><bdi>{row.player}</bdi></a></th>
                  <td>{row.rating?.rating.toFixed(1)}</td><td>{Number(row.played)}</td><td>{Number(row.won)}</td><td>{row.streak}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </main>
  );
}

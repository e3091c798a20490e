/** A player: standings by game, and the latest matches. */

import { StandingsService } from "clio-referee/contract/standings_service";
import type { ComponentChild } from "preact";

import { server } from "../api";
import { t } from "../i18n/translate";
import { useLoaded } from "../ui/load";
import { Problem } from "../ui/problem";

export function PlayerPage({ name }: { name: string }): ComponentChild {
  const player = useLoaded(() => server.call(StandingsService.method.getPlayer, { player: name }), [name]);
  const matches = useLoaded(() => server.call(StandingsService.method.listPlayerMatches, { player: name, pageSize: 30 }), [name]);
  return (
    <main id="main" tabIndex={-1}>
      <h1><bdi>{name}</bdi></h1>
      {player.error && <Problem error={player.error} />}
      <ul class="plain">
        {player.value?.standings.map((row) => (
          <li>{row.game || t("all games")}{row.side && ` (${row.side})`}: {t("rating {rating}, {won} of {played} won", { rating: row.rating?.rating.toFixed(1) ?? "–", won: Number(row.won), played: Number(row.played) })}</li>
        ))}
      </ul>
      <h2>{t("Matches")}</h2>
      <ul class="plain">
        {matches.value?.matches.map((match) => (
          <li><a href={`/m/${match.matchId}`}>{match.game}</a> – <bdi>{match.opponents.join(", ")}</bdi>: {match.won ? t("won") : t("rank {rank}", { rank: match.rank })}{match.points !== undefined && `, ${t("{count} points", { count: match.points })}`}</li>
        ))}
      </ul>
    </main>
  );
}

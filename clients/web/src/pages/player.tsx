/** A player: standings by game, the curve of the rating, and the latest matches; without a name, who plays here. */

import { type PlayedMatch, type Standing, StandingsService } from "clio-referee/contract/standings_service";
import { useSignal } from "@preact/signals";
import type { ComponentChild } from "preact";

import { server } from "../api";
import { t, word } from "../i18n/translate";
import { navigate } from "../router";
import { Curve } from "../ui/curve";
import { gameTitle } from "../ui/game-title";
import { useLoaded } from "../ui/load";
import { Problem } from "../ui/problem";

function addressOf(name: string): string {
  return `/players?name=${encodeURIComponent(name)}`;
}

/** Which leaderboard a standing is of. */
function boardName(row: Standing): string {
  return [gameTitle(row.game || t("all games")), row.side && gameTitle(word(row.side)), row.timeClass && word(row.timeClass)].filter(Boolean).join(", ");
}

function MatchRow({ match }: { match: PlayedMatch }): ComponentChild {
  return (
    <tr>
      <th scope="row"><a href={`/m/${match.matchId}`}>{gameTitle(match.game)}{match.side && ` (${gameTitle(word(match.side))})`}</a></th>
      <td><bdi>{match.opponents.join(", ")}</bdi></td>
      <td>{match.won ? t("won") : t("rank {rank}", { rank: match.rank })}</td>
      <td>{match.points ?? "–"}</td>
      <td>{match.after?.rating.toFixed(1) ?? "–"}</td>
    </tr>
  );
}

function Players(): ComponentChild {
  const wanted = useSignal("");
  const page = useLoaded(() => server.call(StandingsService.method.listStandings, { pageSize: 100 }), []);
  const found = page.value?.standings.filter((row) => row.player.toLowerCase().includes(wanted.value.trim().toLowerCase())) ?? [];
  return (
    <main id="main" tabIndex={-1} class="players">
      <h1>{t("Players")}</h1>
      {page.error && <Problem error={page.error} />}
      <form class="buttons" onSubmit={(event) => { event.preventDefault(); if (wanted.value.trim()) navigate(addressOf(wanted.value.trim())); }}>
        <label>{t("Name")} <input type="search" maxLength={40} value={wanted.value} onInput={(event) => (wanted.value = event.currentTarget.value)} /></label>
        <button>{t("Show")}</button>
      </form>
      {page.value && found.length === 0 && <p class="quiet nothing">{page.value.standings.length === 0 ? t("Nobody has finished a rated match yet.") : t("No player has that name. Exact names are also found when they are not on the list: choose Show.")}</p>}
      <ul class="plain player-list">{found.map((row) => <li><a href={addressOf(row.player)}><bdi>{row.player}</bdi></a> <span class="quiet">{t("rating {rating}, {won} of {played} won", { rating: row.rating?.rating.toFixed(1) ?? "–", won: Number(row.won), played: Number(row.played) })}</span></li>)}</ul>
    </main>
  );
}

export function PlayerPage({ name }: { name: string }): ComponentChild {
  return name ? <Player name={name} /> : <Players />;
}

function Player({ name }: { name: string }): ComponentChild {
  const player = useLoaded(() => server.call(StandingsService.method.getPlayer, { player: name }), [name]);
  const matches = useLoaded(() => server.call(StandingsService.method.listPlayerMatches, { player: name, pageSize: 50 }), [name]);
  const ratings = matches.value?.matches.toReversed().flatMap((match) => match.after?.rating ?? []) ?? [];
  const says = ratings.length > 1 ? t("Rating over the last {count} matches: from {first} to {last}", { count: ratings.length, first: ratings[0]?.toFixed(1) ?? "", last: ratings.at(-1)?.toFixed(1) ?? "" }) : "";
  return (
    <main id="main" tabIndex={-1} class="players">
      <h1><bdi>{name}</bdi></h1>
      <p><a href="/players">{t("All players")}</a> · <a href="/standings">{t("Standings")}</a></p>
      {player.error && <Problem error={player.error} />}
      <div class="figures">
        <Curve values={ratings} says={says} />
        {player.value && <ul class="plain card">
          {player.value.standings.map((row) => (
            <li><b>{boardName(row)}</b>: {t("rating {rating}, {won} of {played} won", { rating: row.rating?.rating.toFixed(1) ?? "–", won: Number(row.won), played: Number(row.played) })}</li>
          ))}
        </ul>}
      </div>
      <h2>{t("Matches")}</h2>
      {matches.value?.matches.length ? (
        <div class="scroll" tabIndex={0} role="region" aria-label={t("Matches")}>
          <table class="numbers matches">
            <thead><tr><th>{t("Game")}</th><th>{t("Against")}</th><th>{t("Result")}</th><th>{t("Points")}</th><th>{t("Rating")}</th></tr></thead>
            <tbody>{matches.value.matches.map((match) => <MatchRow match={match} />)}</tbody>
          </table>
        </div>
      ) : matches.value && <p class="quiet nothing">{t("No match has ended yet.")}</p>}
    </main>
  );
}

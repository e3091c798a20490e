/** Home: a live match, Play now for each game, and what sets Clio apart. */

import { useComputed, useSignal } from "@preact/signals";
import { ClioError, joinMatch, newRequestId, openMatch, toClioError } from "clio-referee";
import { BotService } from "clio-referee/contract/bot_service";
import type { Game } from "clio-referee/contract/game";
import type { ComponentChild } from "preact";

import { listGames, listMatches, type Match, MatchStatus, server } from "../api";
import { t } from "../i18n/translate";
import { LiveBoard } from "../match/live-board";
import { navigate } from "../router";
import { keepSeat, seats } from "../store/seats";
import { playerName } from "../store/settings";
import { useLoaded } from "../ui/load";
import { Problem } from "../ui/problem";

/** Lets bots of the server take the free seats, if it offers any. */
async function seatBots(match: string, token: string, count: number, bot: string): Promise<void> {
  const { bots } = await server.call(BotService.method.listBots, {});
  const chosen = bots.find((one) => one.bot === bot) ?? bots.at(-1);
  for (let seat = 0; chosen && seat < count; seat++) {
    await server.call(BotService.method.seatBot, { matchId: match, bot: chosen.bot, requestId: newRequestId() }, { token });
  }
}

/** Opens a match and takes its first seat; `bot` takes the others. */
export async function openAndJoin(game: string, seatCount: number, options: Record<string, string> = {}, bot = ""): Promise<string> {
  const opened = await openMatch(server, { game, seats: seatCount, options });
  const match = opened.match?.matchId ?? "";
  const name = playerName.value || t("Player");
  const joined = await joinMatch(server, { matchId: match, name });
  const own = { match, game, seat: joined.seat, token: joined.seatToken, entropies: joined.entropies, hostToken: opened.hostToken, name, since: Date.now() };
  await keepSeat(own);
  if (bot) await seatBots(match, opened.hostToken, seatCount - 1, bot);
  return match;
}

const BOTS = [["random", "an easy bot"], ["greedy", "a fair bot"], ["search", "a strong bot"]] as const;

function GameCard({ game }: { game: Game }): ComponentChild {
  const busy = useSignal(false);
  const bot = useSignal("greedy");
  const error = useSignal<ClioError | undefined>(undefined);
  const play = async (seatCount: number): Promise<void> => {
    busy.value = true;
    try {
      navigate(`/m/${await openAndJoin(game.game, seatCount, {}, bot.value)}`);
    } catch (failure) {
      error.value = toClioError(failure);
    }
    busy.value = false;
  };
  return (
    <article class="card game-card">
      <h3>{game.title}</h3>
      <p class="quiet">{game.designers.join(", ")} · {game.year}</p>
      <p class="buttons">
        <button class="primary" disabled={busy.value} onClick={() => void play(Math.min(...game.seats.filter((count) => count > 1)))}>{t("Play now")}</button>
        <label>{t("against")}{" "}
          <select value={bot.value} onChange={(event) => (bot.value = event.currentTarget.value)}>{BOTS.map(([id, title]) => <option value={id}>{t(title)}</option>)}</select>
        </label>
        <a class="button" href={`/rules/${game.game}`}>{t("Rules")}</a>
      </p>
      {error.value && <Problem error={error.value} game={game.game} />}
    </article>
  );
}

export function MatchLine({ match }: { match: Match }): ComponentChild {
  const names = match.seats.map((seat) => (seat.taken ? seat.name : t("free"))).join(" – ");
  return <li><a href={`/m/${match.matchId}`}><bdi>{names}</bdi></a> <span class="quiet">{match.game}, {t("{count} events", { count: Number(match.seq) })}</span></li>;
}

async function liveMatches(): Promise<Match[]> {
  const [playing, finished] = await Promise.all([listMatches(MatchStatus.PLAYING, "", 8), listMatches(MatchStatus.FINISHED, "", 8)]);
  return playing.length > 0 ? playing : finished;
}

export function Home(): ComponentChild {
  const games = useLoaded(listGames, []);
  const live = useLoaded(liveMatches, [], 10_000);
  const shown = live.value?.[0];
  const mine = useComputed(() => seats.value.toSorted((one, other) => other.since - one.since).slice(0, 5));
  return (
    <main id="main" tabIndex={-1} class="home">
      <h1>{t("Play, watch, and prove that the match was fair")}</h1>
      <section aria-labelledby="play"><h2 id="play">{t("Play now")}</h2>
        <div class="game-cards">{games.value?.map((game) => <GameCard game={game} />)}</div>
        <p><a href="/friend">{t("Play with a friend on another machine")}</a></p>
      </section>
      {mine.value.length > 0 && (
        <section aria-labelledby="mine"><h2 id="mine">{t("Your matches")}</h2>
          <ul class="plain">{mine.value.map((seat) => <li><a href={`/m/${seat.match}?as=${seat.seat}`}>{seat.game}: {t("seat {seat}", { seat: seat.seat })}</a></li>)}</ul>
        </section>
      )}
      <section aria-labelledby="live"><h2 id="live">{t("Live")}</h2>
        {shown ? <LiveBoard key={shown.matchId} id={shown.matchId} /> : live.value && <p class="quiet">{t("No match is running.")}</p>}
        <ul class="plain">{live.value?.slice(1).map((match) => <MatchLine match={match} />)}</ul>
      </section>
      {(games.error ?? live.error) && <Problem error={(games.error ?? live.error) as ClioError} />}
      <section class="card" aria-labelledby="how"><h2 id="how">{t("A match that you can check")}</h2>
        <p>{t("Every match becomes a file. This page verifies its hash chain, its signatures and every draw by itself, without trusting the server.")} <a href="/check">{t("Check a file")}</a></p>
      </section>
    </main>
  );
}

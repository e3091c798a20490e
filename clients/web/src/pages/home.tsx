/** Home: what Clio is, a game to play by one click, a live match, and how matches are checked. */

import type { ClioError } from "clio-referee";
import type { ComponentChild } from "preact";
import { useRef } from "preact/hooks";

import { listBots, listGames, listMatches, listOpenSeats, type Match, MatchStatus } from "../api";
import { Checking } from "../home/checking";
import { GameCard } from "../home/game-card";
import "../home/home.css";
import { LiveMatch } from "../home/live-match";
import { t } from "../i18n/translate";
import { useLoaded } from "../ui/load";
import { MatchList } from "../ui/match-line";
import { OwnMatches } from "../ui/own-matches";
import { Problem } from "../ui/problem";

const EVERY_MS = 5_000;
const LISTED = 8;

async function liveMatches(): Promise<{ playing: Match[]; finished: Match[] }> {
  const [playing, finished] = await Promise.all([listMatches(MatchStatus.PLAYING, "", LISTED + 1), listMatches(MatchStatus.FINISHED, "", LISTED)]);
  return { playing, finished };
}

/** The match to show: the one that is shown already while it runs, else the newest. */
function useShown(live: { playing: Match[]; finished: Match[] } | undefined): string | undefined {
  const shown = useRef<string | undefined>(undefined);
  if (live && !live.playing.some(({ matchId }) => matchId === shown.current)) {
    shown.current = live.playing[0]?.matchId ?? shown.current ?? live.finished[0]?.matchId;
  }
  return shown.current;
}

export function Home(): ComponentChild {
  const games = useLoaded(listGames, []);
  const bots = useLoaded(listBots, []);
  const live = useLoaded(liveMatches, [], EVERY_MS);
  const open = useLoaded(() => listOpenSeats(LISTED), [], EVERY_MS);
  const shown = useShown(live.value);
  const error = games.error ?? live.error ?? open.error;
  const others = live.value?.playing.filter(({ matchId }) => matchId !== shown).slice(0, LISTED);
  return (
    <main id="main" tabIndex={-1} class="home">
      <div class="hero">
        <h1>{t("Play board games. Check that nobody cheated.")}</h1>
        <p>{t("Play a bot or a friend right here, without an account. Every match leaves a record that your own browser can check, draw by draw.")}</p>
      </div>
      {error && <Problem error={error as ClioError} />}
      <OwnMatches most={5} />
      <div class="stage">
        <section aria-labelledby="play">
          <h2 id="play">{t("Choose a game")}</h2>
          {!games.value && <p class="quiet nothing">{games.error ? t("The games appear here as soon as the server answers.") : t("Loading …")}</p>}
          <div class="game-cards">{games.value?.map((game) => <GameCard key={game.game} game={game} bots={bots.value} />)}</div>
          <p class="with-friend"><a href="/friend">{t("Play with a friend")}</a> <a href="/lobby">{t("Find other players")}</a></p>
        </section>
        <section aria-labelledby="live" class="live">
          <h2 id="live">{shown && live.value?.playing.length === 0 ? t("Last match") : t("Live now")}</h2>
          {shown ? <LiveMatch key={shown} id={shown} /> : !live.value ? <p class="quiet nothing">{live.error ? t("The server does not answer. This page keeps trying.") : t("Loading …")}</p> : <p class="quiet nothing">{t("No match has been played here yet. Choose a game: yours will be the first.")}</p>}
        </section>
      </div>
      <Checking />
      {(live.value ?? open.value) && <div class="two-lists">
        <section aria-labelledby="open"><h2 id="open">{t("Open seats")}</h2><MatchList matches={open.value} none={t("Nobody is waiting for players.")} action={t("Take a seat")} /></section>
        <section aria-labelledby="running"><h2 id="running">{t("Other running matches")}</h2><MatchList matches={others} none={t("No other match is running.")} /></section>
      </div>}
    </main>
  );
}

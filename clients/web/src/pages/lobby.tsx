/** The lobby: open seats, running matches, opening a match of one's own, joining one by its link. */

import { useSignal } from "@preact/signals";
import { type ClioError, toClioError } from "clio-referee";
import type { Game } from "clio-referee/contract/game";
import type { ComponentChild } from "preact";

import { listGames, listMatches, listOpenSeats, MatchStatus } from "../api";
import { t, word } from "../i18n/translate";
import { OpeningFields, type Terms } from "../match/opening-fields";
import { openAndJoin } from "../play/open-match";
import { location_, navigate } from "../router";
import { playerName } from "../store/settings";
import { JoinByLink } from "../ui/join-by-link";
import { useLoaded } from "../ui/load";
import { MatchList } from "../ui/match-line";
import { OwnMatches } from "../ui/own-matches";
import { Problem } from "../ui/problem";

function OpenForm({ games }: { games: readonly Game[] }): ComponentChild {
  const asked = location_.value.searchParams.get("game");
  const chosen = useSignal(games.find((one) => one.game === asked)?.game ?? games[0]?.game ?? "");
  const seatCount = useSignal(2);
  const options = useSignal<Record<string, string>>({});
  const terms = useSignal<Terms>({ clock: "", invited: false });
  const busy = useSignal(false);
  const error = useSignal<ClioError | undefined>(undefined);
  const game = games.find((one) => one.game === chosen.value);
  const open = async (): Promise<void> => {
    busy.value = true;
    error.value = undefined;
    try {
      navigate(`/m/${await openAndJoin({ game: chosen.value, seats: seatCount.value, options: options.value, ...terms.value })}`);
    } catch (failure) {
      error.value = toClioError(failure);
    }
    busy.value = false;
  };
  return (
    <form class="card open-form" onSubmit={(event) => { event.preventDefault(); if (!busy.value) void open(); }}>
      <label>{t("Game")}{" "}
        <select value={chosen.value} onChange={(event) => {
          chosen.value = event.currentTarget.value;
          options.value = {};
          const counts = games.find((one) => one.game === chosen.value)?.seats ?? [2];
          if (!counts.includes(seatCount.value)) seatCount.value = Math.min(...counts.filter((count) => count > 1));
        }}>{games.map((one) => <option value={one.game}>{one.title}</option>)}</select>
      </label>
      <label>{t("Seats")}{" "}
        <select value={seatCount.value} onChange={(event) => (seatCount.value = Number(event.currentTarget.value))}>{game?.seats.map((count) => <option value={count}>{count}</option>)}</select>
      </label>
      <label>{t("Your name")} <input value={playerName.value} maxLength={40} autocomplete="nickname" onInput={(event) => (playerName.value = event.currentTarget.value)} /></label>
      <OpeningFields terms={terms} />
      {game && game.options.length > 0 && (
        <details>
          <summary>{t("Options")}</summary>
          {game.options.map((option) => (
            <label class="option">{word(option.option)}{" "}
              <select value={options.value[option.option] ?? option.defaultValue} onChange={(event) => (options.value = { ...options.value, [option.option]: event.currentTarget.value })}>{option.values.map((value) => <option value={value}>{word(value)}</option>)}</select>
              <small>{t(option.help)}</small>
            </label>
          ))}
        </details>
      )}
      <button class="primary" disabled={busy.value}>{t("Open a match")}</button>
      {error.value && <Problem error={error.value} game={chosen.value} />}
    </form>
  );
}

/** How often lists are asked for again while the page is looked at; half as often after each failure. */
const EVERY_MS = 3_000;
const PAGE = 20;

export function LobbyPage(): ComponentChild {
  const games = useLoaded(listGames, []);
  const open = useLoaded(() => listOpenSeats(PAGE), [], EVERY_MS);
  const playing = useLoaded(() => listMatches(MatchStatus.PLAYING, "", PAGE), [], EVERY_MS);
  const finished = useLoaded(() => listMatches(MatchStatus.FINISHED, "", 10), [], 5 * EVERY_MS);
  const error = games.error ?? open.error ?? playing.error;
  return (
    <main id="main" tabIndex={-1} class="lobby">
      <h1>{t("Lobby")}</h1>
      <p class="buttons in-page-links"><a class="button primary" href="#own">{t("Open a match")}</a> <a class="button" href="#join">{t("Got a link?")}</a></p>
      {error && <Problem error={error} />}
      <OwnMatches most={8} />
      <div class="columns">
        <div>
          <section aria-labelledby="open"><h2 id="open">{t("Open seats")}</h2><MatchList matches={open.value} none={t("Nobody is waiting for players. Open a match, and others will see it here.")} action={t("Take a seat")} /></section>
          <section aria-labelledby="running"><h2 id="running">{t("Running")}</h2><MatchList matches={playing.value} none={t("No match is running.")} /></section>
          <section aria-labelledby="over"><h2 id="over">{t("Finished")}</h2><MatchList matches={finished.value} none={t("No match has ended yet.")} /></section>
        </div>
        <div class="lobby-side">
          <section aria-labelledby="own"><h2 id="own">{t("Open a match")}</h2>{games.value && <OpenForm games={games.value} />}
            <p class="quiet">{t("You take the first seat. The page of the match then has a link: anyone who opens it can take a free seat.")} <a href="/friend">{t("Play with a friend")}</a></p>
          </section>
          <section aria-labelledby="join"><h2 id="join">{t("Got a link?")}</h2><JoinByLink /></section>
        </div>
      </div>
    </main>
  );
}

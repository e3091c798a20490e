/** The lobby: open seats, running matches, and opening a match of one's own. */

import { useSignal } from "@preact/signals";
import { ClioError, toClioError } from "clio-referee";
import type { Game } from "clio-referee/contract/game";
import type { ComponentChild } from "preact";

import { listGames, listMatches, type Match, MatchStatus } from "../api";
import { t } from "../i18n/translate";
import { navigate } from "../router";
import { playerName } from "../store/settings";
import { useLoaded } from "../ui/load";
import { Problem } from "../ui/problem";
import { MatchLine, openAndJoin } from "./home";

function OpenForm({ games }: { games: readonly Game[] }): ComponentChild {
  const chosen = useSignal(games[0]?.game ?? "");
  const seatCount = useSignal(2);
  const options = useSignal<Record<string, string>>({});
  const error = useSignal<ClioError | undefined>(undefined);
  const game = games.find((one) => one.game === chosen.value);
  const open = async (): Promise<void> => {
    try {
      navigate(`/m/${await openAndJoin(chosen.value, seatCount.value, options.value)}`);
    } catch (failure) {
      error.value = toClioError(failure);
    }
  };
  return (
    <form class="card open-form" onSubmit={(event) => { event.preventDefault(); void open(); }}>
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
      <label>{t("Your name")} <input value={playerName.value} maxLength={40} onInput={(event) => (playerName.value = event.currentTarget.value)} /></label>
      <details>
        <summary>{t("Options")}</summary>
        {game?.options.map((option) => (
          <label class="option">{option.option}{" "}
            <select value={options.value[option.option] ?? option.defaultValue} onChange={(event) => (options.value = { ...options.value, [option.option]: event.currentTarget.value })}>{option.values.map((value) => <option value={value}>{value}</option>)}</select>
            <small>{t(option.help)}</small>
          </label>
        ))}
      </details>
      <button class="primary">{t("Open a match")}</button>
      {error.value && <Problem error={error.value} game={chosen.value} />}
    </form>
  );
}

export function LobbyPage(): ComponentChild {
  const games = useLoaded(listGames, []);
  const open = useLoaded(() => listMatches(MatchStatus.OPEN), [], 5_000);
  const playing = useLoaded(() => listMatches(MatchStatus.PLAYING), [], 5_000);
  const finished = useLoaded(() => listMatches(MatchStatus.FINISHED, "", 10), [], 15_000);
  const list = (matches: Match[] | undefined, none: string): ComponentChild =>
    matches?.length ? <ul class="plain">{matches.map((match) => <MatchLine match={match} />)}</ul> : matches && <p class="quiet">{none}</p>;
  return (
    <main id="main" tabIndex={-1} class="lobby">
      <h1>{t("Lobby")}</h1>
      {(games.error ?? open.error) && <Problem error={(games.error ?? open.error) as ClioError} />}
      <section aria-labelledby="own"><h2 id="own">{t("Open a match")}</h2>{games.value && <OpenForm games={games.value} />}</section>
      <section aria-labelledby="open"><h2 id="open">{t("Open seats")}</h2>{list(open.value, t("No match waits for players."))}</section>
      <section aria-labelledby="running"><h2 id="running">{t("Running")}</h2>{list(playing.value, t("No match is running."))}</section>
      <section aria-labelledby="over"><h2 id="over">{t("Finished")}</h2>{list(finished.value, t("No match has ended yet."))}</section>
    </main>
  );
}

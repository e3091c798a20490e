/** The choice of a game, kept in the address: a link for each. */

import type { ComponentChild } from "preact";

import { listGames } from "../api";
import { t } from "../i18n/translate";
import { gameTitle } from "./game-title";
import { useLoaded } from "./load";

interface GameChoiceProps {
  game: string;
  /** The address of the page for a game; of the page for all of them where the game is empty. */
  address: (game: string) => string;
  all?: boolean;
}

export function GameChoice({ game, address, all }: GameChoiceProps): ComponentChild {
  const games = useLoaded(listGames, []);
  const choices = [...(all ? [{ game: "", title: gameTitle(t("all games")) }] : []), ...(games.value ?? [])];
  return (
    <nav class="game-choice" aria-label={t("Game")}>
      {choices.map((one) => <a class={`game-${one.game}`} href={address(one.game)} aria-current={one.game === game ? "true" : undefined}>{one.title}</a>)}
    </nav>
  );
}

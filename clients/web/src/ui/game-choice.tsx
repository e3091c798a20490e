/** The choice of a game, kept in the address. */

import type { ComponentChild } from "preact";

import { listGames } from "../api";
import { t } from "../i18n/translate";
import { useLoaded } from "./load";

export function GameChoice({ game, choose, all }: { game: string; choose: (game: string) => void; all?: boolean }): ComponentChild {
  const games = useLoaded(listGames, []);
  return (
    <label class="game-choice">{t("Game")}{" "}
      <select value={game} onChange={(event) => choose(event.currentTarget.value)}>
        {all && <option value="">{t("all games")}</option>}
        {games.value?.map((one) => <option value={one.game}>{one.title}</option>)}
      </select>
    </label>
  );
}

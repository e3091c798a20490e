/** A game on the home page: its board in small, what it is like, and a match against a bot by one click. */

import { useSignal } from "@preact/signals";
import { type ClioError, toClioError } from "clio-referee";
import type { Bot } from "clio-referee/contract/bot_service";
import type { Game } from "clio-referee/contract/game";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { openAndJoin } from "../play/open-match";
import { navigate } from "../router";
import { Problem } from "../ui/problem";
import { complexityName, factsOf } from "./game-facts";
import { Miniature } from "./miniature";

const DEFAULT_BOT = "greedy";

function botName({ bot, title }: Bot): string {
  switch (bot) {
    case "random": return t("an easy bot");
    case "greedy": return t("a fair bot");
    case "search": return t("a strong bot");
    default: return t(title);
  }
}

function seatsInWords(seats: readonly number[]): string {
  const [least, most] = [Math.min(...seats), Math.max(...seats)];
  return least === most ? t("{count} players", { count: most }) : t("{least} to {most} players", { least, most });
}

function Facts({ game }: { game: Game }): ComponentChild {
  const facts = factsOf(game.game);
  return (
    <ul class="game-facts">
      <li>{seatsInWords(game.seats)}</li>
      {facts && <li>{t("about {count} min", { count: facts.minutes })}</li>}
      {facts && <li><span class="complexity" aria-hidden="true">{[1, 2, 3].map((level) => <i class={level <= facts.complexity ? "on" : ""} />)}</span> {complexityName(facts.complexity)}</li>}
    </ul>
  );
}

/** `bots` is undefined until the server has answered. */
export function GameCard({ game, bots }: { game: Game; bots: readonly Bot[] | undefined }): ComponentChild {
  const busy = useSignal(false);
  const chosen = useSignal("");
  const error = useSignal<ClioError | undefined>(undefined);
  const bot = chosen.value || (bots?.find((one) => one.bot === DEFAULT_BOT) ?? bots?.at(-1))?.bot || "";
  const play = async (): Promise<void> => {
    busy.value = true;
    error.value = undefined;
    try {
      const seats = Math.min(...game.seats.filter((count) => count > 1));
      navigate(`/m/${await openAndJoin({ game: game.game, seats }, bot || DEFAULT_BOT)}`);
    } catch (failure) {
      error.value = toClioError(failure);
    }
    busy.value = false;
  };
  return (
    <article class={`game-card game-${game.game}`} aria-labelledby={`game-${game.game}`}>
      <Miniature game={game.game} />
      <div class="game-text">
        <div class="game-head"><h3 id={`game-${game.game}`}>{game.title}</h3> <span class="more-of"><a href={`/learn/${game.game}`}>{t("Learn")}</a> <a href={`/rules/${game.game}`}>{t("Rules")}</a></span></div>
        <p class="by">{game.designers.join(", ")} · {game.year}</p>
        <p class="says">{factsOf(game.game)?.says}</p>
        <Facts game={game} />
        <div class="game-actions">
          {bots?.length === 0 ? <a class="button primary" href={`/lobby?game=${game.game}`}>{t("Open a match")}</a> : <button class="primary" disabled={busy.value} onClick={() => void play()}>{t("Play now")}</button>}
          {bots && bots.length > 1 && (
            <label>{t("against")}{" "}
              <select value={bot} onChange={(event) => (chosen.value = event.currentTarget.value)}>{bots.map((one) => <option value={one.bot}>{botName(one)}</option>)}</select>
            </label>
          )}
        </div>
        {error.value && <Problem error={error.value} game={game.game} />}
      </div>
    </article>
  );
}

/** A bot's suggestion in a match that is not rated: the move is composed on the board, and the player decides. */

import { useSignal } from "@preact/signals";
import { type ClioError, toClioError } from "clio-referee";
import { BotService } from "clio-referee/contract/bot_service";
import type { Match } from "clio-referee/contract/match";
import type { ComponentChild } from "preact";

import { server } from "../api";
import { t } from "../i18n/translate";
import { announce } from "../ui/announce";
import { Problem } from "../ui/problem";
import type { Composer } from "./composer";
import type { MatchSession } from "./match-session";

/** Whether the match counts for nobody's rating: a bot of the server plays in it. */
function isUnrated(match: Match): boolean {
  return match.seats.some(({ bot }) => bot !== "");
}

export function Suggestion({ session, composer }: { session: MatchSession; composer: Composer }): ComponentChild {
  const busy = useSignal(false);
  const error = useSignal<ClioError | undefined>(undefined);
  const match = session.match.value;
  if (!match || !isUnrated(match)) return null;
  const ask = async (): Promise<void> => {
    busy.value = true;
    error.value = undefined;
    try {
      const { move } = await server.call(BotService.method.suggestMove, { matchId: session.id }, session.credentials);
      if (move && composer.take(move.notation)) announce(t("A bot would play {move}. Confirm it, or undo it.", { move: move.notation }));
    } catch (failure) {
      error.value = toClioError(failure);
    }
    busy.value = false;
  };
  return (
    <div class="suggestion">
      <button disabled={busy.value} onClick={() => void ask()}>{busy.value ? t("A bot thinks …") : t("Hint: ask a bot")}</button>
      {error.value && <Problem error={error.value} game={match.game} />}
    </div>
  );
}

/** Making a move: choices on the board and beside it, preview, confirmation, undo before sending, typed notation. */

import { type Signal, useSignal } from "@preact/signals";
import { ClioError, newRequestId, playMove, toClioError } from "clio-referee";
import type { Move } from "clio-referee/contract/move";
import type { ComponentChild } from "preact";
import { useEffect, useMemo } from "preact/hooks";

import { server } from "../api";
import type { Board } from "../boards/board";
import { t } from "../i18n/translate";
import { announce } from "../ui/announce";
import { Problem } from "../ui/problem";
import { choose, compose, type Composition, type MovePath } from "./composition";
import type { MatchSession } from "./match-session";

export interface Composer {
  chosen: Signal<readonly string[]>;
  composition: Composition;
  choose: (choice: string) => void;
}

const NOTHING: Composition = { next: [], complete: undefined, reachable: 0 };

/** The choices of the moment; they start over whenever the match moves on. */
export function useComposer(session: MatchSession, board: Board | undefined): Composer {
  const chosen = useSignal<readonly string[]>([]);
  const moves = session.moves.value;
  const paths = useMemo<MovePath[]>(
    () => (board ? moves.flatMap((move) => board.paths(move).map((path) => ({ move, path }))) : []),
    [moves, board],
  );
  useEffect(() => {
    chosen.value = [];
  }, [moves]);
  const composition = session.at.value === undefined ? compose(paths, chosen.value) : NOTHING;
  return { chosen, composition, choose: (choice) => (chosen.value = choose(paths, chosen.value, choice)) };
}

export function ComposerPanel({ session, board, composer }: { session: MatchSession; board: Board; composer: Composer }): ComponentChild {
  const sending = useSignal(false);
  const error = useSignal<ClioError | undefined>(undefined);
  const typed = useSignal("");
  const { chosen, composition } = composer;
  const view = session.live.value;
  const send = async (move: Move | string): Promise<void> => {
    sending.value = true;
    error.value = undefined;
    try {
      const token = session.seat?.token ?? "";
      await playMove(server, session.id, move, { token, expectedSeq: session.movesSeq.value, requestId: newRequestId() });
      typed.value = "";
    } catch (failure) {
      error.value = toClioError(failure);
      announce(error.value.message);
    }
    sending.value = false;
  };
  const { next, complete } = composition;
  useEffect(() => {
    const changed = new AbortController();
    // A preview is a help: without one the move is played all the same.
    session.showPreview(complete, changed.signal).catch(() => undefined);
    return () => changed.abort();
  }, [complete]);
  if (!view) return null;
  const game = view.match?.game;
  return (
    <section class="panel composer" aria-label={t("Your move")}>
      <h2>{t("Your move")}</h2>
      <p>{board.prompt(view)}</p>
      {chosen.value.length > 0 && (
        <p class="chosen-path">
          {chosen.value.map((choice) => <span class="badge">{board.label(choice, session.components.value)}</span>)}
          <button onClick={() => (chosen.value = chosen.value.slice(0, -1))}>{t("Undo")}</button>
        </p>
      )}
      {complete && (
        <p class="confirm">
          {session.preview.value && <span class="quiet" role="status">{t("The board shows what it would do.")} </span>}
          <button class="primary" disabled={sending.value} onClick={() => void send(complete)}>{t("Play: {move}", { move: complete.notation })}</button>
        </p>
      )}
      {next.length > 0 && (
        <div class="choices" role="group" aria-label={t("Choices")}>
          {next.slice(0, 60).map((choice) => <button data-choice-button={choice} onClick={() => composer.choose(choice)}>{board.label(choice, session.components.value)}</button>)}
          {next.length > 60 && <span class="quiet">{t("and {count} more on the board", { count: next.length - 60 })}</span>}
        </div>
      )}
      {error.value && <Problem error={error.value} game={game} />}
      <form
        class="notation"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.value.trim()) void send(typed.value.trim());
        }}
      >
        <label>{t("or type it")} <input value={typed.value} onInput={(event) => (typed.value = event.currentTarget.value)} autocomplete="off" spellcheck={false} /></label>
        <button disabled={sending.value || !typed.value.trim()}>{t("Send")}</button>
      </form>
    </section>
  );
}

/** Making a move: what to do, the choices as buttons, preview, confirmation, undo, typed notation. */

import { useSignal } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useEffect, useRef } from "preact/hooks";

import type { Board } from "../boards/board";
import { t } from "../i18n/translate";
import { useRovingFocus } from "../ui/roving";
import type { Composer } from "./composer";
import type { MatchSession } from "./match-session";
import { Refusal } from "./refusal";
import { type Sending, useSending } from "./sending";
import { Suggestion } from "./suggestion";

/** More choices than these are shown on the board only. */
const MAX_BUTTONS = 60;

interface PanelProps {
  session: MatchSession;
  board: Board;
  composer: Composer;
}

/** Lets the board show what the composed move would do. */
function usePreview({ session, composer }: PanelProps): void {
  const { complete } = composer.composition;
  useEffect(() => {
    const changed = new AbortController();
    // A preview is a help: without one the move is played all the same.
    session.showPreview(complete, changed.signal).catch(() => undefined);
    return () => changed.abort();
  }, [complete]);
}

/** Scrolls what was chosen on the board into the viewport, where the panel lies above the lower part of the board. */
function useScrollToChosen({ composer }: PanelProps): void {
  const { chosen } = composer;
  useEffect(() => {
    if (chosen.length > 0) document.querySelector(".board :is(.ghost, .mark.chosen, .area.chosen)")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
}

/** Escape takes the last choice back, wherever the focus is. */
function useUndoKey({ composer, session }: PanelProps): void {
  useEffect(() => {
    const undo = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || session.at.value !== undefined) return;
      composer.undo();
    };
    document.addEventListener("keydown", undo);
    return () => document.removeEventListener("keydown", undo);
  }, [composer.undo]);
}

export function ComposerPanel(props: PanelProps): ComponentChild {
  const { session, board } = props;
  const sending = useSending(session);
  usePreview(props);
  useUndoKey(props);
  useScrollToChosen(props);
  const view = session.live.value;
  if (!view) return null;
  return (
    <section class="panel composer" aria-label={t("Your move")}>
      <h2>{t("Your move")}</h2>
      <p class="prompt">{board.prompt(view)}</p>
      <Chosen {...props} sending={sending} />
      <Choices {...props} />
      {sending.error && <Refusal error={sending.error} game={view.match?.game ?? ""} />}
      <div class="other-ways">
        <Suggestion session={session} composer={props.composer} />
        <Notation sending={sending} />
      </div>
    </section>
  );
}

/** The choices made so far, undo, and the confirmation of the move they make. */
function Chosen({ session, board, composer, sending }: PanelProps & { sending: Sending }): ComponentChild {
  const { chosen, composition: { complete }, undo } = composer;
  if (chosen.length === 0) return null;
  return (
    <>
      <p class="chosen-path">
        {chosen.map((choice) => <span class="badge">{board.label(choice, session.components.value)}</span>)}
        <button class="undo" disabled={sending.busy} onClick={undo} title={t("Escape undoes, too")}>↶ {t("Undo")}</button>
      </p>
      {complete && (
        <p class="confirm">
          <button class="primary" disabled={sending.busy} onClick={() => void sending.send(complete)}>{t("Play: {move}", { move: complete.notation })}</button>
          <span class="quiet" role="status">{sending.busy ? t("Sending …") : session.preview.value ? t("The board shows what it would do. Confirm it, or undo it.") : ""}</span>
        </p>
      )}
    </>
  );
}

function Choices({ session, board, composer }: PanelProps): ComponentChild {
  const { next } = composer.composition;
  const view = session.live.value;
  const group = useRef<HTMLDivElement>(null);
  useRovingFocus(group, "button");
  if (next.length === 0) return null;
  return (
    <div class="choices" ref={group} role="group" aria-label={t("Choices")}>
      {next.slice(0, MAX_BUTTONS).map((choice) => (
        <button key={choice} data-choice-button={choice} onClick={() => composer.choose(choice)}>{view && board.picture?.(choice, view, session.seat?.seat, session.components.value)}{board.label(choice, session.components.value)}</button>
      ))}
      {next.length > MAX_BUTTONS && <span class="quiet">{t("and {count} more on the board", { count: next.length - MAX_BUTTONS })}</span>}
    </div>
  );
}

/** Where there is little room the field is folded away behind a button. */
function Notation({ sending }: { sending: Sending }): ComponentChild {
  const typed = useSignal("");
  const folded = useSignal(true);
  const submit = async (): Promise<void> => {
    if (typed.value.trim() && (await sending.send(typed.value.trim()))) typed.value = "";
  };
  return (
    <>
      <button class="link type-toggle" aria-expanded={!folded.value} onClick={() => (folded.value = !folded.value)}>{t("Type the move")}</button>
      <form class={folded.value ? "notation folded" : "notation"} onSubmit={(event) => { event.preventDefault(); void submit(); }}>
        <label>{t("or type it")} <input value={typed.value} onInput={(event) => (typed.value = event.currentTarget.value)} autocomplete="off" autocapitalize="off" spellcheck={false} /></label>
        <button disabled={sending.busy || !typed.value.trim()}>{t("Send")}</button>
      </form>
    </>
  );
}

/** What happened in a match, in sentences; each one leads to the board after it. */

import type { Event } from "clio-referee/contract/event";
import type { ComponentChild } from "preact";
import { memo } from "preact/compat";
import { useMemo } from "preact/hooks";
import { useSignal } from "@preact/signals";

import { eventSentence, type Opened } from "../i18n/event-sentence";
import { t } from "../i18n/translate";
import { factOf } from "./facts";
import type { MatchSession } from "./match-session";

interface LineProps {
  event: Event;
  says: string;
  move: string;
  shown: boolean;
  show: (seq: number) => void;
}

/** One event, drawn again only when it becomes or stops being the one shown. */
const EventLine = memo(function EventLine({ event, says, move, shown, show }: LineProps): ComponentChild {
  const seq = Number(event.seq);
  return (
    <li>
      <button class="link" aria-current={shown ? "true" : undefined} onClick={() => show(seq)}>{seq}. <bdi>{says}</bdi></button>
      {move && <> <code class="quiet">{move}</code></>}
    </li>
  );
});

/** The move that an event starts with, where it is not sealed or was opened for this viewer. */
function moveOf(event: Event, opened: Opened | undefined): string {
  return event.move || String(opened?.["move"] ?? "");
}

export function MoveList({ session }: { session: MatchSession }): ComponentChild {
  const open = useSignal(false);
  const show = useSignal((seq: number): void => void session.show(seq)).value;
  const events = session.events.value;
  const match = session.match.value;
  const names = match?.seats.map((seat) => seat.name) ?? [];
  const says = (event: Event): string => (match && factOf(event, match)) ?? eventSentence(event, names, opened.get(Number(event.seq)));
  const at = session.at.value;
  const opened = session.opened.value;
  const count = useMemo(() => events.filter((event) => moveOf(event, opened.get(Number(event.seq)))).length, [events, opened]);
  return (
    <details class="panel move-list" onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{t("Moves ({count})", { count })}</summary>
      {open.value && <ol>{events.map((event) => <EventLine key={event.seq} event={event} says={says(event)} move={moveOf(event, opened.get(Number(event.seq)))} shown={at === Number(event.seq)} show={show} />)}</ol>}
    </details>
  );
}

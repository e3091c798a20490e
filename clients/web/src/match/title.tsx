/** The title of a match: game, players, whose turn; also in the title of the browser's tab. */

import { useSignalEffect } from "@preact/signals";
import { type Match, MatchStatus } from "clio-referee/contract/match";
import type { ComponentChild } from "preact";

import type { Board } from "../boards/board";
import { eventSentence } from "../i18n/event-sentence";
import { t } from "../i18n/translate";
import { announce } from "../ui/announce";
import { namesOf } from "./facts";
import type { MatchSession } from "./match-session";

function statusOf(session: MatchSession, match: Match): string {
  switch (match.status) {
    case MatchStatus.OPEN: return t("waiting for players");
    case MatchStatus.READYING: return t("getting ready");
    case MatchStatus.PLAYING:
      if (session.paused) return t("paused");
      return session.myTurn ? t("Your turn") : t("{name} to move", { name: namesOf(match, match.toMove) });
    case MatchStatus.FINISHED: return t("finished");
    case MatchStatus.ABORTED: return t("aborted");
    default: return "";
  }
}

export function Title({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  return (
    <div class="title">
      <h1><span class="game-name">{match.game}</span> <bdi>{match.seats.map((seat) => seat.name || t("free")).join(" – ")}</bdi></h1>
      <p class={session.myTurn ? "status mine" : "status"} tabIndex={-1}>{statusOf(session, match)}</p>
    </div>
  );
}

/** Tells screen readers what others did and how the match ended, and the browser's tab whose turn it is. */
export function useAnnouncements(session: MatchSession, board: Board | undefined): void {
  useSignalEffect(() => {
    const last = session.events.value.findLast(({ move, payload }) => move || payload.case === "finished" || payload.case === "aborted");
    const match = session.match.value;
    const mine = match && session.myTurn;
    document.title = `${mine ? "● " : ""}${match?.game ?? t("Match")} · Clio`;
    if (!session.caughtUp.value || !last || !match) return;
    const view = session.live.value;
    const prompt = mine && view ? `${t("Your turn")}: ${board?.prompt(view) ?? ""}` : "";
    const next = match.status === MatchStatus.PLAYING && !session.paused ? prompt || `${t("{name} to move", { name: namesOf(match, match.toMove) })}.` : "";
    announce(`${eventSentence(last, match.seats.map((seat) => seat.name))} ${next}`.trim());
  });
}

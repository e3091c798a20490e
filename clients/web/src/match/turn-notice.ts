/** A notice of the browser when it is one's turn in a match that is not looked at; off unless the settings say otherwise. */

import { useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";

import { t } from "../i18n/translate";
import { turnNotice } from "../store/settings";
import type { MatchSession } from "./match-session";

export function useTurnNotice(session: MatchSession): void {
  const told = useRef(false);
  useSignalEffect(() => {
    const mine = session.caughtUp.value && session.myTurn;
    const fresh = mine && !told.current;
    told.current = mine;
    const away = document.visibilityState === "hidden" || !document.hasFocus();
    if (!fresh || !away || turnNotice.value !== "on" || !("Notification" in window) || Notification.permission !== "granted") return;
    const match = session.match.value;
    const names = match?.seats.map((seat) => seat.name).join(" – ") ?? "";
    try {
      // One notice for each match: a later one takes the place of the first.
      const notice = new Notification(t("Your turn"), { body: `${match?.game ?? ""}: ${names}`, tag: session.id, icon: "/icon.svg" });
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
    } catch {
      // Some phones allow notices to service workers only: the tab's title tells all the same.
    }
  });
}

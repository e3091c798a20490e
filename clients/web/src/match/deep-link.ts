/** The address of a match page as a deep link to what it shows: `?at=40&as=1`. */

import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { location_ } from "../router";
import type { MatchSession } from "./match-session";

/** Steps that follow each other faster change the address once: every change is a message to the browser's own process. */
const REST_MS = 150;

function write(at: number | undefined): void {
  const url = new URL(window.location.href);
  if (at === undefined) url.searchParams.delete("at");
  else url.searchParams.set("at", String(at));
  if (url.href !== window.location.href) history.replaceState(null, "", url);
}

export function useDeepLink(session: MatchSession): void {
  const caughtUp = session.caughtUp.value;
  const followed = useSignal(false);
  useEffect(() => {
    if (!caughtUp) return;
    const at = Number(location_.value.searchParams.get("at"));
    const shown = session.show(Number.isInteger(at) && at > 0 ? at : undefined);
    void shown.catch(() => undefined).then(() => (followed.value = true));
  }, [caughtUp, location_.value.searchParams.get("at")]);
  useSignalEffect(() => {
    const at = session.at.value;
    // Until its event is shown the address stays as it is.
    if (!followed.value) return undefined;
    const timer = setTimeout(() => write(at), REST_MS);
    return () => clearTimeout(timer);
  });
}

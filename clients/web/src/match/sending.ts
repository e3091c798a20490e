/** Sending a move: the same request again while the server is away, so that it is made once. */

import { useSignal } from "@preact/signals";
import { type ClioError, newRequestId, playMove, toClioError } from "clio-referee";
import type { Move } from "clio-referee/contract/move";

import { server } from "../api";
import { sentenceOf } from "../i18n/messages";
import { announce } from "../ui/announce";
import type { MatchSession } from "./match-session";

/** How long a server that is away is tried. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

export interface Sending {
  busy: boolean;
  error: ClioError | undefined;
  /** Whether the move is made. */
  send: (move: Move | string) => Promise<boolean>;
}

async function sendUntil(session: MatchSession, move: Move | string, end: number): Promise<void> {
  const options = { token: session.seat?.token ?? "", expectedSeq: session.movesSeq.value, requestId: newRequestId() };
  for (;;) {
    try {
      await playMove(server, session.id, move, options);
      return;
    } catch (cause) {
      const error = toClioError(cause);
      if (!error.isPassing || Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

export function useSending(session: MatchSession): Sending {
  const busy = useSignal(false);
  const error = useSignal<ClioError | undefined>(undefined);
  const send = async (move: Move | string): Promise<boolean> => {
    busy.value = true;
    error.value = undefined;
    try {
      await sendUntil(session, move, Date.now() + PATIENCE_MS);
    } catch (failure) {
      error.value = toClioError(failure);
      announce(sentenceOf(error.value));
    }
    busy.value = false;
    return error.value === undefined;
  };
  return { busy: busy.value, error: error.value, send };
}

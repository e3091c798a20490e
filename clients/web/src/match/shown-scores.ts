/** The points of the moment that is shown. */

import { useSignal } from "@preact/signals";
import type { SeatScore } from "clio-referee/contract/outcome";
import { useEffect } from "preact/hooks";

import type { MatchSession } from "./match-session";

/** Steps that follow each other faster ask for points once. */
const REST_MS = 200;

export function useShownScores(session: MatchSession): readonly SeatScore[] {
  const past = useSignal<readonly SeatScore[]>([]);
  const at = session.at.value;
  useEffect(() => {
    if (at === undefined) return undefined;
    const timer = setTimeout(() => {
      session.scoresAt(at).then(
        (scores) => {
          if (session.at.value === at) past.value = scores;
        },
        () => undefined,
      );
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [at]);
  const outcome = session.match.value?.outcome;
  if (at !== undefined) return past.value;
  return outcome?.scores.length ? outcome.scores : session.scores.value;
}

/** The director's controls: pause, resume, add time, void; each with a reason that everybody reads. */

import { useSignal } from "@preact/signals";
import { type ClioError, newRequestId, toClioError } from "clio-referee";
import { Agreement, Director } from "clio-referee/contract/fair_play";
import { FairPlayService } from "clio-referee/contract/fair_play_service";
import { type Match, MatchStatus } from "clio-referee/contract/match";
import type { ComponentChild } from "preact";

import { server } from "../api";
import { t } from "../i18n/translate";
import { Problem } from "../ui/problem";
import { seatName } from "./facts";
import type { MatchSession } from "./match-session";
import { clockFace } from "./server-clock";

const MAX_REASON = 200;
/** The times that can be added, in seconds. */
const ADDED_SECONDS = [10, 30, 60, 120, 300, 600, 1_800, 3_600];

type Act = Agreement | "time";

function titleOf(act: Act): string {
  switch (act) {
    case "time": return t("Add time");
    case Agreement.PAUSE: return t("Pause the match");
    case Agreement.RESUME: return t("Resume the match");
    default: return t("Void the match");
  }
}

function meaningOf(act: Act): string {
  switch (act) {
    case "time": return t("The clock of the seat gets this much more.");
    case Agreement.PAUSE: return t("All clocks are stopped, and nobody can move.");
    case Agreement.RESUME: return t("The match goes on, and the clock of the seat to move runs.");
    default: return t("The match ends without a result and is not rated. It cannot be taken back.");
  }
}

/** Whether the host directs a match. */
export function isDirected(match: Match): boolean {
  return match.fairPlay?.settings?.director === Director.HOST;
}

export function DirectorPanel({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  const act = useSignal<Act | undefined>(undefined);
  const hostToken = session.host?.hostToken;
  if (!hostToken || !isDirected(match) || match.status !== MatchStatus.PLAYING) return null;
  const acts: Act[] = [session.paused ? Agreement.RESUME : Agreement.PAUSE, ...(match.fairPlay?.clocks.length ? ["time" as const] : []), Agreement.ABORT];
  return (
    <section class="panel director" aria-labelledby="director">
      <h2 id="director">{t("You direct this match")}</h2>
      {act.value === undefined
        ? <div class="buttons">{acts.map((one) => <button key={one} onClick={() => (act.value = one)}>{titleOf(one)} …</button>)}</div>
        : <ActForm key={act.value} act={act.value} match={match} token={hostToken} done={() => (act.value = undefined)} />}
      <p class="quiet">{t("Everybody sees what you decide, with its reason.")}</p>
    </section>
  );
}

interface FormProps {
  act: Act;
  match: Match;
  token: string;
  done: () => void;
}

function ActForm({ act, match, token, done }: FormProps): ComponentChild {
  const reason = useSignal("");
  const seat = useSignal(match.toMove[0] ?? 0);
  const seconds = useSignal(60);
  const error = useSignal<ClioError | undefined>(undefined);
  const send = async (): Promise<void> => {
    const request = { matchId: match.matchId, reason: reason.value.trim(), requestId: newRequestId() };
    try {
      if (act === "time") await server.call(FairPlayService.method.addTime, { ...request, seat: seat.value, duration: { seconds: BigInt(seconds.value) } }, { token });
      else await server.call(FairPlayService.method.directMatch, { ...request, to: act }, { token });
      done();
    } catch (failure) {
      error.value = toClioError(failure);
    }
  };
  return (
    <form class="ask" aria-label={titleOf(act)} onSubmit={(event) => { event.preventDefault(); void send(); }}>
      <p>{meaningOf(act)}</p>
      {act === "time" && (
        <div class="fields">
          <label>{t("Seat")} <select value={seat.value} onChange={(event) => (seat.value = Number(event.currentTarget.value))}>{match.seats.map((one) => <option value={one.seat}>{seatName(match, one.seat)}</option>)}</select></label>
          <label>{t("Time")} <select value={seconds.value} onChange={(event) => (seconds.value = Number(event.currentTarget.value))}>{ADDED_SECONDS.map((one) => <option value={one}>{clockFace(one * 1_000)}</option>)}</select></label>
        </div>
      )}
      <label>{t("Reason (everyone can read it)")} <input value={reason.value} maxLength={MAX_REASON} required ref={focusOnce} onInput={(event) => (reason.value = event.currentTarget.value)} /></label>
      <div class="buttons">
        <button class={act === Agreement.ABORT ? "danger" : "primary"}>{titleOf(act)}</button>
        <button type="button" onClick={done}>{t("Cancel")}</button>
      </div>
      {error.value && <Problem error={error.value} game={match.game} />}
    </form>
  );
}

/** A ref is called once for an element as long as the function is the same. */
function focusOnce(element: HTMLInputElement | null): void {
  element?.focus();
}

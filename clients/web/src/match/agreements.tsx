/** What a player may do beside moving: agree to a pause or an end, claim, resign. */

import { useSignal } from "@preact/signals";
import { type ClioError, newRequestId, resignMatch, toClioError } from "clio-referee";
import { Agreement, type SeatConsent } from "clio-referee/contract/fair_play";
import { FairPlayService } from "clio-referee/contract/fair_play_service";
import { type Match, MatchStatus } from "clio-referee/contract/match";
import type { ComponentChild } from "preact";

import { server } from "../api";
import { t } from "../i18n/translate";
import { Problem } from "../ui/problem";
import { isOfGame, seatName } from "./facts";
import type { MatchSession } from "./match-session";
import { useServerTime } from "./players";
import { leftOf, toMs } from "./server-clock";

/** A flag that the server has not recorded by itself after so long can be claimed. */
const FLAG_PATIENCE_MS = 3_000;
const CLAIM_TICK_MS = 1_000;
const MAX_REASON = 200;

type Asking = "resign" | Agreement;

interface Words {
  offer: string;
  agree: string;
}

function wordsOf(to: Agreement): Words {
  switch (to) {
    case Agreement.ABORT: return { offer: t("Offer to end without a result"), agree: t("Agree: end without a result") };
    case Agreement.PAUSE: return { offer: t("Ask for a pause"), agree: t("Agree to the pause") };
    default: return { offer: t("Ask to go on"), agree: t("Agree: go on") };
  }
}

function offerOf({ seat, to, reason }: SeatConsent, match: Match): string {
  const said = { name: seatName(match, seat), reason };
  switch (to) {
    case Agreement.ABORT: return t("{name} offers to end the match without a result: {reason}", said);
    case Agreement.PAUSE: return t("{name} asks for a pause: {reason}", said);
    default: return t("{name} asks to go on: {reason}", said);
  }
}

async function consent(session: MatchSession, to: Agreement, reason: string): Promise<void> {
  await server.call(FairPlayService.method.giveConsent, { matchId: session.id, to, reason, requestId: newRequestId() }, session.credentials);
}

export function Agreements({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  const error = useSignal<ClioError | undefined>(undefined);
  const asking = useSignal<Asking | undefined>(undefined);
  const own = session.seat;
  const run = async (action: () => Promise<unknown>): Promise<void> => {
    error.value = undefined;
    try {
      await action();
      asking.value = undefined;
    } catch (failure) {
      error.value = toClioError(failure);
    }
  };
  if (!own) return null;
  if (plays(match, own.seat)) {
    return (
      <section class="panel agreements" aria-label={t("Actions")}>
        {asking.value === undefined
          ? <Asked session={session} match={match} own={own.seat} ask={(one) => (asking.value = one)} />
          : <Ask asking={asking.value} cancel={() => (asking.value = undefined)} send={(reason) => void run(async () => {
            const what = asking.value;
            if (what === "resign") await resignMatch(server, session.id, own.token);
            else if (what !== undefined) await consent(session, what, reason);
          })} />}
        <Claims session={session} match={match} own={own.seat} run={run} />
        {error.value && <Problem error={error.value} game={match.game} />}
      </section>
    );
  }
  return null;
}

/** Whether a seat has a say in the match. */
function plays(match: Match, seat: number): boolean {
  const out = [...(match.fairPlay?.timedOutSeats ?? []), ...(match.fairPlay?.abandonedSeats ?? [])];
  return match.status === MatchStatus.PLAYING && !match.seats[seat]?.resigned && !out.includes(seat);
}

interface PartProps {
  session: MatchSession;
  match: Match;
  own: number;
}
type Run = (action: () => Promise<unknown>) => Promise<void>;

function consentsOf(match: Match): readonly SeatConsent[] {
  return match.status === MatchStatus.PLAYING ? (match.fairPlay?.consents ?? []) : [];
}

/** What seats have offered: everybody sees it, and players may agree. */
export function Offers({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  const error = useSignal<ClioError | undefined>(undefined);
  const own = session.seat && plays(match, session.seat.seat) ? session.seat.seat : undefined;
  const agree = async ({ to, reason }: SeatConsent): Promise<void> => {
    try {
      await consent(session, to, reason);
    } catch (failure) {
      error.value = toClioError(failure);
    }
  };
  const mine = new Set(consentsOf(match).filter(({ seat }) => seat === own).map(({ to }) => to));
  return (
    <>
      {consentsOf(match).map((offer) => (
        <p key={`${offer.seat} ${offer.to}`} class="notice offer" role="status">
          {offer.seat === own ? t("Waiting for the others to agree: {offer}.", { offer: wordsOf(offer.to).offer }) : <bdi>{offerOf(offer, match)}</bdi>}{" "}
          {own !== undefined && offer.seat !== own && !mine.has(offer.to) && <button class="primary" onClick={() => void agree(offer)}>{wordsOf(offer.to).agree}</button>}
        </p>
      ))}
      {error.value && <Problem error={error.value} game={match.game} />}
    </>
  );
}

/** What can be asked for now. */
function Asked({ session, match, own, ask }: PartProps & { ask: (one: Asking) => void }): ComponentChild {
  const offered = new Set(consentsOf(match).map(({ to }) => to));
  const possible = [session.paused ? Agreement.RESUME : Agreement.PAUSE, Agreement.ABORT].filter((to) => !offered.has(to));
  return (
    <div class="buttons" data-seat={own}>
      {possible.map((to) => <button onClick={() => ask(to)}>{wordsOf(to).offer}</button>)}
      <button onClick={() => ask("resign")}>{t("Resign")}</button>
    </div>
  );
}

/** Asks once more before it is sent; an agreement has a reason, which everybody reads. */
function Ask({ asking, cancel, send }: { asking: Asking; cancel: () => void; send: (reason: string) => void }): ComponentChild {
  const reason = useSignal(t("by agreement"));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    send(reason.value.trim());
  };
  return (
    <form class="ask" onSubmit={submit}>
      {asking === "resign"
        ? <p>{t("Resign this match? You cannot undo this.")}</p>
        : <label>{t("Reason (everyone can read it)")} <input value={reason.value} maxLength={MAX_REASON} required onInput={(event) => (reason.value = event.currentTarget.value)} /></label>}
      <div class="buttons">
        <button class="primary" ref={(button) => button?.focus()}>{asking === "resign" ? t("Resign") : wordsOf(asking).offer}</button>
        <button type="button" onClick={cancel}>{t("Cancel")}</button>
      </div>
    </form>
  );
}

/** Flags that have fallen, and seats that were silent for too long. */
function Claims({ session, match, own, run }: PartProps & { run: Run }): ComponentChild {
  const now = useServerTime(session, !session.paused, CLAIM_TICK_MS);
  const call = (seat?: number): Promise<unknown> =>
    server.call(FairPlayService.method.claimTime, { matchId: session.id, requestId: newRequestId(), ...(seat !== undefined && { seat }) }, session.credentials);
  const flag = match.fairPlay?.clocks.find((clock) => clock.running && leftOf(clock, now - FLAG_PATIENCE_MS) === 0);
  const last = session.events.value.findLast((event) => isOfGame(event) || event.payload.case === "resumed")?.eventTime;
  const patience = match.fairPlay?.settings?.abandonAfter;
  const silent = !session.paused && last && patience && now >= toMs(last) + toMs(patience) ? match.toMove.filter((seat) => seat !== own) : [];
  if (!flag && silent.length === 0) return null;
  return (
    <div class="buttons">
      {flag && <button onClick={() => void run(() => call())}>{t("Claim the time of {name}", { name: seatName(match, flag.seat) })}</button>}
      {silent.map((seat) => <button onClick={() => void run(() => call(seat))}>{t("Claim the seat of {name} as abandoned", { name: seatName(match, seat) })}</button>)}
    </div>
  );
}

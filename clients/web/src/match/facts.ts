/** Facts of a match beside its moves: pauses, time, consent, the end; in sentences with their reasons. */

import type { Event } from "clio-referee/contract/event";
import type { Match } from "clio-referee/contract/match";

import { t } from "../i18n/translate";
import { clockFace } from "./server-clock";

const OF_GAME: ReadonlySet<string> = new Set(["amphipolis", "akros", "akrotiri", "external"]);

/** Whether an event changes the board. */
export function isOfGame({ payload }: Event): boolean {
  return OF_GAME.has(payload.case ?? "");
}

export function seatName(match: Match, seat: number): string {
  return match.seats[seat]?.name || t("seat {seat}", { seat });
}

export function namesOf(match: Match, seats: readonly number[]): string {
  return seats.map((seat) => seatName(match, seat)).join(", ");
}

/** Such an event in a sentence; undefined for moves and for what every match has. */
export function factOf({ actor, payload }: Event, match: Match): string | undefined {
  const directed = actor === "host";
  switch (payload.case) {
    case "paused":
      return directed ? t("The director paused the match: {reason}", { reason: payload.value.reason }) : t("Paused by agreement: {reason}", { reason: payload.value.reason });
    case "resumed":
      return directed ? t("The director resumed the match: {reason}", { reason: payload.value.reason }) : t("Resumed by agreement: {reason}", { reason: payload.value.reason });
    case "timeAdded":
      return t("The director gave {name} {time} more: {reason}", { name: seatName(match, payload.value.seat), time: clockFace(Number(payload.value.milliseconds)), reason: payload.value.reason });
    case "timeCredited":
      return t("All running clocks got {time} back, in which no move could be recorded.", { time: clockFace(Number(payload.value.milliseconds)) });
    case "timedOut": return t("{name} ran out of time.", { name: seatName(match, payload.value.seat) });
    case "abandoned": return t("{name} has left the match: claimed as abandoned.", { name: seatName(match, payload.value.seat) });
    case "resigned": return t("{name} resigned.", { name: seatName(match, payload.value.seat) });
    case "lapsed": return t("Not ready in time: {names}. The seats are free again.", { names: payload.value.seats.map((seat) => t("seat {seat}", { seat })).join(", ") });
    case "aborted": return endOf(payload.value.cause ?? "", payload.value.reason);
    default: return undefined;
  }
}

function endOf(cause: string, reason: string): string {
  switch (cause) {
    case "director": return t("The director voided the match: {reason}", { reason });
    case "consent": return t("Ended without a result, by agreement: {reason}", { reason });
    case "expired": return t("The match expired: {reason}", { reason });
    default: return t("The host called the match off: {reason}", { reason });
  }
}

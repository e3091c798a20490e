/** The viewpoint of a page: a spectator, a seat of this browser, and after the end every seat and everything. */

import { type View, ViewpointKind } from "clio-referee/contract/view";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { navigate } from "../router";
import { seatsOf } from "../store/seats";
import type { MatchSession } from "./match-session";
import type { Lens } from "./past-views";

/** The viewpoint that an address asks for by `as`: a seat's number or `spectator`. */
export function lensOf(asked: string | null): Lens {
  if (asked === "spectator") return { kind: ViewpointKind.SPECTATOR };
  return asked !== null && /^\d{1,2}$/.test(asked) ? { kind: ViewpointKind.SEAT, seat: Number(asked) } : undefined;
}

/** The viewpoint that a board is drawn for, for tests and style sheets. */
export function viewpointOf({ viewpoint }: View): string {
  if (viewpoint?.kind === ViewpointKind.SEAT) return `seat ${viewpoint.seat ?? 0}`;
  return viewpoint?.kind === ViewpointKind.EVERYTHING ? "everything" : "spectator";
}

function current(session: MatchSession): string {
  const lens = session.lens.value;
  if (session.over) return lens?.kind === ViewpointKind.SEAT ? String(lens.seat) : lens ? "spectator" : "";
  return session.seat ? String(session.seat.seat) : "spectator";
}

export function ViewpointChoice({ session }: { session: MatchSession }): ComponentChild {
  const match = session.match.value;
  if (!match) return null;
  const own = seatsOf(session.id).map((seat) => seat.seat);
  const seats = match.seats.filter(({ seat }) => session.over || own.includes(seat));
  if (seats.length === 0) return null;
  const look = (from: string): void => {
    const url = new URL(window.location.href);
    if (from) url.searchParams.set("as", from);
    else url.searchParams.delete("as");
    navigate(url.href, true);
  };
  return (
    <label class="viewpoint">{t("Look from")}{" "}
      <select value={current(session)} onChange={(event) => look(event.currentTarget.value)}>
        {session.over && <option value="">{t("everything shown")}</option>}
        <option value="spectator">{t("a spectator")}</option>
        {seats.map(({ seat, name }) => <option value={seat}>{`${t("seat {seat}", { seat })}: ${name}`}</option>)}
      </select>
    </label>
  );
}

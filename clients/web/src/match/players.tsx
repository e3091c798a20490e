/** The players of a match: whose turn it is, their clocks, who is there, who has left. */

import type { SeatClock } from "clio-referee/contract/fair_play";
import { type Match, MatchStatus, type Seat } from "clio-referee/contract/match";
import type { ComponentChild } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { SEAT_COLOURS, SEAT_SIGNS } from "../boards/board";
import { t } from "../i18n/translate";
import { announce } from "../ui/announce";
import { seatName } from "./facts";
import type { MatchSession } from "./match-session";
import { clockFace, leftOf } from "./server-clock";

const TICK_MS = 200;
/** When the holder of a clock is warned. */
const WARNINGS = [60_000, 10_000];

/** The server's time, again and again while something runs. */
export function useServerTime(session: MatchSession, runs: boolean, everyMs = TICK_MS): number {
  const [now, set] = useState(() => session.clock.now());
  useEffect(() => {
    if (!runs) return undefined;
    set(session.clock.now());
    const timer = setInterval(() => set(session.clock.now()), everyMs);
    return () => clearInterval(timer);
  }, [session, runs]);
  return runs ? Math.max(now, session.clock.now()) : now;
}

function Clock({ session, clock, own }: { session: MatchSession; clock: SeatClock; own: boolean }): ComponentChild {
  const left = leftOf(clock, useServerTime(session, clock.running));
  const warned = useRef(0);
  useEffect(() => {
    if (!clock.running) warned.current = 0;
    const level = own && clock.running ? WARNINGS.filter((ms) => left <= ms).length : 0;
    if (level > warned.current) announce(level === 1 ? t("One minute left") : t("10 seconds left"));
    warned.current = Math.max(warned.current, level);
  });
  const state = left === 0 ? "clock flag" : left < 60_000 && clock.running ? "clock low" : "clock";
  return (
    <span class={clock.running ? `${state} running` : state} role="timer" aria-label={t("time left: {time}", { time: clockFace(left) })}>
      <span aria-hidden="true">{left === 0 ? "⚑ " : ""}{clockFace(left)}</span>
    </span>
  );
}

/** What is special about a seat, in a word. */
function stateOf({ seat, resigned, bot }: Seat, match: Match): string {
  if (match.fairPlay?.timedOutSeats.includes(seat)) return t("out of time");
  if (match.fairPlay?.abandonedSeats.includes(seat)) return t("has left");
  if (resigned) return t("has resigned");
  return bot ? t("bot") : "";
}

function Player({ session, match, seat }: { session: MatchSession; match: Match; seat: Seat }): ComponentChild {
  const { seat: number } = seat;
  const moving = match.status === MatchStatus.PLAYING && match.toMove.includes(number);
  const clock = match.fairPlay?.clocks.find((one) => one.seat === number);
  const own = session.seat?.seat === number;
  const there = seat.bot ? undefined : session.connectedSeats.value?.includes(number);
  const state = stateOf(seat, match);
  return (
    <li class={moving ? "player to-move" : "player"}>
      <span style={{ color: SEAT_COLOURS[number % SEAT_COLOURS.length] }} aria-hidden="true">{SEAT_SIGNS[number % SEAT_SIGNS.length]}</span>
      <bdi>{seatName(match, number)}</bdi>
      {own && <span class="badge">{t("you")}</span>}
      {state && <span class="badge">{state}</span>}
      {moving && <span class="badge turn">{session.paused ? t("paused") : t("to move")}</span>}
      {there !== undefined && !session.over && <span class={there ? "presence there" : "presence"} title={there ? t("connected") : t("away")}><span class="visually-hidden">{there ? t("connected") : t("away")}</span></span>}
      {clock && <Clock session={session} clock={clock} own={own} />}
    </li>
  );
}

export function Players({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  if (match.status === MatchStatus.OPEN || match.status === MatchStatus.READYING) return null;
  // After the end the board names the players; only clocks and early ends are worth a line of their own.
  const plain = match.seats.every((seat) => !stateOf(seat, match)) && !match.fairPlay?.clocks.length;
  if (session.over && plain) return null;
  return (
    <ul class="players" aria-label={t("Players")}>
      {match.seats.map((seat) => <Player key={seat.seat} session={session} match={match} seat={seat} />)}
    </ul>
  );
}

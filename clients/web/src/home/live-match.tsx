/** A running match, large: its board follows every move. */

import { MatchStatus } from "clio-referee/contract/match";
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";

import { type Board, SEAT_SIGNS } from "../boards/board";
import { boardOf } from "../boards/registry";
import { t } from "../i18n/translate";
import { MatchSession } from "../match/match-session";
import { GameBadge, standing } from "../ui/match-line";

const NOTHING: ReadonlySet<string> = new Set();

export function LiveMatch({ id }: { id: string }): ComponentChild {
  const [session, setSession] = useState<MatchSession | undefined>(undefined);
  const [board, setBoard] = useState<Board | undefined>(undefined);
  useEffect(() => {
    const opened = new MatchSession(id, undefined);
    setSession(opened);
    return () => opened.close();
  }, [id]);
  const view = session?.live.value;
  const match = view?.match;
  const game = match?.game;
  useEffect(() => {
    if (game) void boardOf(game).then((found) => setBoard(() => found));
  }, [game]);
  if (!session || !view || !match || !board) return <div class="live-board loading"><p class="quiet">{t("Loading …")}</p></div>;
  const points = match.outcome?.scores.length ? match.outcome.scores : session.scores.value;
  return (
    <div class="live-board">
      <div class="live-head">
        <GameBadge game={match.game} />
        <ul class="live-seats">
          {match.seats.map((seat) => (
            <li class={match.toMove.includes(seat.seat) ? "to-move" : undefined}>
              <span class={`seat-sign seat-${seat.seat}`} aria-hidden="true">{SEAT_SIGNS[seat.seat]}</span> <bdi>{seat.name || t("free")}</bdi> <b>{points.find((one) => one.seat === seat.seat)?.total}</b>
            </li>
          ))}
        </ul>
        <span class="quiet">{match.status === MatchStatus.PLAYING ? <><span class="live-dot" aria-hidden="true" /> <bdi>{standing(match)}</bdi></> : <bdi>{standing(match)}</bdi>}</span>
        <a class="button" href={`/m/${id}`}>{t("Watch this match")}</a>
      </div>
      <board.Drawing view={view} components={session.components.value} next={NOTHING} chosen={[]} choose={() => undefined} seat={undefined} />
    </div>
  );
}

/** A small board that follows a match live. */

import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";

import type { Board } from "../boards/board";
import { boardOf } from "../boards/registry";
import { t } from "../i18n/translate";
import { MatchSession } from "./match-session";

const NOTHING: ReadonlySet<string> = new Set();

export function LiveBoard({ id }: { id: string }): ComponentChild {
  const [session, setSession] = useState<MatchSession | undefined>(undefined);
  const [board, setBoard] = useState<Board | undefined>(undefined);
  useEffect(() => {
    const opened = new MatchSession(id, undefined);
    setSession(opened);
    return () => opened.close();
  }, [id]);
  const view = session?.live.value;
  const game = view?.match?.game;
  useEffect(() => {
    if (game) void boardOf(game).then((found) => setBoard(() => found));
  }, [game]);
  if (!session || !view || !board) return <p class="quiet">{t("Loading …")}</p>;
  const names = view.match?.seats.map((seat) => seat.name).join(" – ");
  return (
    <div class="live-board">
      <p><a class="button" href={`/m/${id}`}>{t("Watch this match")}</a> <bdi>{names}</bdi></p>
      <board.Drawing view={view} components={session.components.value} next={NOTHING} chosen={[]} choose={() => undefined} seat={undefined} />
    </div>
  );
}

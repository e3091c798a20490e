/** A match: the board, whose turn, playing, the timeline, points, and its check. */

import { MatchStatus } from "clio-referee/contract/match";
import type { View } from "clio-referee/contract/view";
import type { ComponentChild } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { Board } from "../boards/board";
import { boardOf } from "../boards/registry";
import { t } from "../i18n/translate";
import { Hint } from "../learn/hint";
import { Agreements, Offers } from "../match/agreements";
import { useComposer } from "../match/composer";
import { ComposerPanel } from "../match/composer-panel";
import { DirectorPanel } from "../match/director";
import { useDeepLink } from "../match/deep-link";
import { Ending } from "../match/ending";
import { useFocusFollow } from "../match/focus-follow";
import { invitationOf } from "../match/invitation";
import "../match/match.css";
import { MatchSession, ownSeat } from "../match/match-session";
import { MoveList } from "../match/move-list";
import { News } from "../match/news";
import { Facts, Notices } from "../match/notices";
import { Players } from "../match/players";
import { RecordActions } from "../match/record-actions";
import { RecordCheck } from "../match/record-check";
import { Scores } from "../match/scores";
import { Timeline } from "../match/timeline";
import { Title, useAnnouncements } from "../match/title";
import { useTurnNotice } from "../match/turn-notice";
import { lensOf, viewpointOf } from "../match/viewpoint";
import { WaitingRoom } from "../match/waiting-room";
import { location_ } from "../router";
import { hostOf } from "../store/hosts";
import { Problem } from "../ui/problem";
import { useRovingFocus } from "../ui/roving";

const NOTHING: ReadonlySet<string> = new Set();

export function MatchPage({ id }: { id: string }): ComponentChild {
  const asked = location_.value.searchParams.get("as");
  const seat = asked === "spectator" ? undefined : ownSeat(id, asked === null ? undefined : Number(asked));
  const invite = invitationOf(location_.value);
  const host = seat ? undefined : hostOf(id);
  const [session, setSession] = useState<MatchSession | undefined>(undefined);
  useEffect(() => {
    const opened = new MatchSession(id, seat, { invite, looks: true, host });
    setSession(opened);
    return () => opened.close();
  }, [id, seat?.token, invite, host?.hostToken]);
  useEffect(() => session?.lookFrom(lensOf(asked)), [session, asked]);
  return (
    <main id="main" tabIndex={-1} class="match">
      {session ? <Match_ key={session.number} session={session} /> : <p class="quiet">{t("Loading …")}</p>}
    </main>
  );
}

function Match_({ session }: { session: MatchSession }): ComponentChild {
  const [board, setBoard] = useState<Board | undefined>(undefined);
  const match = session.match.value;
  const game = match?.game;
  useEffect(() => {
    if (game) void boardOf(game).then((found) => setBoard(() => found));
  }, [game]);
  const composer = useComposer(session, board);
  useDeepLink(session);
  useAnnouncements(session, board);
  useTurnNotice(session);
  useFocusFollow(composer, session.myTurn || session.over);
  const drawn = useRef<HTMLDivElement>(null);
  useRovingFocus(drawn, "[data-choose]:not(:disabled)");
  const view = session.view.value;
  if (session.error.value) return <><h1>{t("Match")}</h1><Problem error={session.error.value} game={game} /></>;
  if (!match || !view || !board) return <><h1>{t("Match")}</h1><p class="quiet" role="status">{t("Loading …")}</p></>;
  const live = session.at.value === undefined;
  const { step, since } = session.catchUp;
  const previewed = live && session.preview.value && !step.value ? session.live.value : undefined;
  return (
    <>
      <Title session={session} match={match} />
      <Notices session={session} match={match} />
      <Offers session={session} match={match} />
      <Players session={session} match={match} />
      <Ending session={session} match={match} />
      <WaitingRoom session={session} match={match} />
      <div class="table" data-seq={String(match.seq)} data-to-move={match.toMove.join(" ")} data-status={MatchStatus[match.status]}>
        <div class="board" ref={drawn} data-viewpoint={viewpointOf(view)}>
          <h2 class="visually-hidden">{t("Board")}</h2>
          {view.game.case !== undefined && (
            <board.Drawing
              view={view}
              components={session.components.value}
              next={step.value ? NOTHING : new Set(composer.composition.next)}
              chosen={composer.chosen}
              choose={composer.choose}
              seat={session.seat?.seat}
              before={previewed}
              since={previewed ?? (live ? since.value : undefined)}
            />
          )}
          <InWords board={board} view={view} />
        </div>
        <aside>
          {session.myTurn && live && <Hint match={session.id} view={view} />}
          {session.myTurn && live && <ComposerPanel session={session} board={board} composer={composer} />}
          <DirectorPanel session={session} match={match} />
          <News session={session} match={match} />
          <Timeline session={session} />
          <Scores session={session} />
          <MoveList session={session} />
          <Facts session={session} match={match} />
          <Agreements session={session} match={match} />
          {!(session.over && live) && <RecordActions session={session} match={match} />}
          <RecordCheck session={session} />
        </aside>
      </div>
    </>
  );
}

/** The position in sentences, made only while somebody reads them. */
function InWords({ board, view }: { board: Board; view: View }): ComponentChild {
  const [open, setOpen] = useState(false);
  return (
    <details class="in-words" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("The position in words")}</summary>
      {open && <ul>{board.describe(view).map((line) => <li>{line}</li>)}</ul>}
    </details>
  );
}

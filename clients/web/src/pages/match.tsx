/** A match: the board, whose turn, playing, the timeline, points, and its check. */

import { useSignal, useSignalEffect } from "@preact/signals";
import { ClioError, exportRecord, forkMatch, joinMatch, resignMatch, toClioError, type Report } from "clio-referee";
import { type Match, MatchStatus } from "clio-referee/contract/match";
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";

import { server } from "../api";
import type { Board } from "../boards/board";
import { boardOf } from "../boards/registry";
import { t } from "../i18n/translate";
import { ComposerPanel, useComposer } from "../match/composer";
import { MatchSession, ownSeat } from "../match/match-session";
import { Scores } from "../match/scores";
import { Timeline } from "../match/timeline";
import { location_, navigate } from "../router";
import { keepSeat, seatsOf } from "../store/seats";
import { playerName } from "../store/settings";
import { announce } from "../ui/announce";
import { Problem } from "../ui/problem";
import { verifyInWorker } from "../verify/verify-client";
import { Verdicts } from "./check";

export function MatchPage({ id }: { id: string }): ComponentChild {
  const asked = location_.value.searchParams.get("as");
  const seat = asked === "spectator" ? undefined : ownSeat(id, asked === null ? undefined : Number(asked));
  const [session, setSession] = useState<MatchSession | undefined>(undefined);
  useEffect(() => {
    const opened = new MatchSession(id, seat);
    setSession(opened);
    return () => opened.close();
  }, [id, seat?.token]);
  return (
    <main id="main" tabIndex={-1} class="match">
      {session ? <Match_ key={session.number} session={session} /> : <p class="quiet">{t("Loading …")}</p>}
    </main>
  );
}

/** Keeps the address a deep link to what is shown: `?at=40&as=1`. */
function useDeepLink(session: MatchSession): void {
  const caughtUp = session.caughtUp.value;
  useEffect(() => {
    const at = Number(location_.value.searchParams.get("at"));
    if (caughtUp && at > 0) void session.show(at);
  }, [caughtUp]);
  useSignalEffect(() => {
    const url = new URL(window.location.href);
    const at = session.at.value;
    if (!session.caughtUp.value) return;
    if (at === undefined) url.searchParams.delete("at");
    else url.searchParams.set("at", String(at));
    if (url.href !== window.location.href) history.replaceState(null, "", url);
  });
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
  useAnnouncements(session);
  const view = session.view.value;
  if (session.error.value) return <><h1>{t("Match")}</h1><Problem error={session.error.value} game={game} /></>;
  if (!match || !view || !board) return <><h1>{t("Match")}</h1><p class="quiet" role="status">{t("Loading …")}</p></>;
  const live = session.at.value === undefined;
  return (
    <>
      <Title session={session} match={match} />
      {!session.connected.value && <p class="problem" role="status">{t("The connection is lost. Nothing is missed: it continues where it stopped.")}</p>}
      {match.status === MatchStatus.OPEN && <Waiting session={session} match={match} />}
      <div class="table">
        <div class="board">
          <h2 class="visually-hidden">{t("Board")}</h2>
          {view.game.case !== undefined && (
            <board.Drawing
              view={view}
              components={session.components.value}
              next={new Set(composer.composition.next)}
              chosen={live ? composer.chosen.value : []}
              choose={composer.choose}
              seat={session.seat?.seat}
              before={live && session.preview.value ? session.live.value : undefined}
            />
          )}
          <details class="in-words"><summary>{t("The position in words")}</summary><ul>{board.describe(view).map((line) => <li>{line}</li>)}</ul></details>
        </div>
        <aside>
          {session.myTurn && live && <ComposerPanel session={session} board={board} composer={composer} />}
          <Timeline session={session} />
          <Scores session={session} />
          <MoveList session={session} />
          <Actions session={session} match={match} />
          <Check session={session} />
        </aside>
      </div>
    </>
  );
}

function Title({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  const turn = match.toMove.map((seat) => match.seats[seat]?.name || t("seat {seat}", { seat })).join(", ");
  const status = {
    [MatchStatus.UNSPECIFIED]: "",
    [MatchStatus.OPEN]: t("waiting for players"),
    [MatchStatus.PLAYING]: session.myTurn ? t("Your turn") : t("{name} to move", { name: turn }),
    [MatchStatus.FINISHED]: t("finished"),
    [MatchStatus.ABORTED]: t("aborted"),
    [MatchStatus.READYING]: t("waiting for players"),
  }[match.status];
  return (
    <div class="title">
      <h1><span class="game-name">{match.game}</span> <bdi>{match.seats.map((seat) => seat.name || t("free")).join(" – ")}</bdi></h1>
      <p class={session.myTurn ? "status mine" : "status"}>{status}</p>
    </div>
  );
}

function Waiting({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  const name = useSignal(playerName.value);
  const error = useSignal<ClioError | undefined>(undefined);
  const own = seatsOf(session.id);
  const join = async (): Promise<void> => {
    try {
      playerName.value = name.value;
      const joined = await joinMatch(server, { matchId: session.id, name: name.value || t("Player") });
      await keepSeat({ match: session.id, game: match.game, seat: joined.seat, token: joined.seatToken, entropies: joined.entropies, name: name.value, since: Date.now() });
      navigate(`/m/${session.id}?as=${joined.seat}`, true);
    } catch (failure) {
      error.value = toClioError(failure);
    }
  };
  return (
    <section class="card waiting" aria-label={t("Seats")}>
      <h2>{t("Waiting for players")}</h2>
      <ul class="plain">{match.seats.map((seat) => <li>{t("seat {seat}", { seat: seat.seat })}: <bdi>{seat.taken ? seat.name : t("free")}</bdi></li>)}</ul>
      {own.length === 0 ? (
        <form onSubmit={(event) => { event.preventDefault(); void join(); }}>
          <label>{t("Your name")} <input value={name.value} maxLength={40} onInput={(event) => (name.value = event.currentTarget.value)} /></label>
          <button class="primary">{t("Take a seat")}</button>
        </form>
      ) : (
        <p>{t("Send this link to a friend:")} <code class="long">{`${window.location.origin}/m/${session.id}`}</code></p>
      )}
      {error.value && <Problem error={error.value} />}
    </section>
  );
}

function MoveList({ session }: { session: MatchSession }): ComponentChild {
  const moves = session.events.value.filter((event) => event.move);
  return (
    <details class="panel move-list">
      <summary>{t("Moves ({count})", { count: moves.length })}</summary>
      <ol>
        {moves.map((event) => {
          const seq = Number(event.seq);
          return <li><button class="link" aria-current={session.at.value === seq ? "true" : undefined} onClick={() => void session.show(seq)}>{seq}. {event.actor}: {event.move}</button></li>;
        })}
      </ol>
    </details>
  );
}

function Actions({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  const error = useSignal<ClioError | undefined>(undefined);
  const run = async (action: () => Promise<void>): Promise<void> => {
    error.value = undefined;
    try {
      await action();
    } catch (failure) {
      error.value = toClioError(failure);
    }
  };
  const save = (): Promise<void> => run(async () => {
    const bytes = await exportRecord(server, session.id, { token: session.seat?.token, gzip: true });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: "application/gzip" }));
    link.download = `${session.id}.clio.gz`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
  const fork = (): Promise<void> => run(async () => {
    const forked = await forkMatch(server, { matchId: session.id, seq: BigInt(session.at.value ?? 0) }, { token: session.seat?.token });
    navigate(`/m/${forked.match?.matchId ?? ""}`);
  });
  const resign = (): Promise<void> => run(async () => {
    if (session.seat && window.confirm(t("Resign this match?"))) await resignMatch(server, session.id, session.seat.token);
  });
  return (
    <section class="panel" aria-label={t("Actions")}>
      <div class="buttons">
        <button onClick={() => void run(() => navigator.clipboard.writeText(window.location.href))}>{t("Copy link")}</button>
        <button onClick={() => void save()}>{t("Save the record")}</button>
        {session.over && <button onClick={() => void fork()}>{t("Fork from here")}</button>}
        {session.seat && match.status === MatchStatus.PLAYING && <button onClick={() => void resign()}>{t("Resign")}</button>}
      </div>
      {error.value && <Problem error={error.value} game={match.game} />}
    </section>
  );
}

function Check({ session }: { session: MatchSession }): ComponentChild {
  const report = useSignal<Report | undefined>(undefined);
  const error = useSignal<ClioError | undefined>(undefined);
  const check = async (): Promise<void> => {
    try {
      const bytes = await exportRecord(server, session.id, { token: session.seat?.token });
      report.value = await verifyInWorker(new Blob([new Uint8Array(bytes)]));
    } catch (failure) {
      error.value = toClioError(failure);
    }
  };
  const events = session.events.value.length;
  return (
    <section class="panel checked" aria-label={t("Check")}>
      <h2>{t("Checked: {count} events", { count: events })}</h2>
      <p>{t("This page has followed the hash chain and every opened secret, event by event.")}</p>
      <button onClick={() => void check()}>{t("Verify the whole record here")}</button>
      {report.value && <Verdicts report={report.value} />}
      {error.value && <Problem error={error.value} />}
    </section>
  );
}

/** Tells screen readers what others did, and the browser's tab whose turn it is. */
function useAnnouncements(session: MatchSession): void {
  useSignalEffect(() => {
    const last = session.events.value.findLast((event) => event.move);
    const mine = session.match.value && session.myTurn;
    document.title = `${mine ? "● " : ""}${session.match.value?.game ?? t("Match")} · Clio`;
    if (session.caughtUp.value && last) announce(`${last.actor}: ${last.move}. ${mine ? t("Your turn") : ""}`);
  });
}

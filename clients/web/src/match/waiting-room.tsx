/** The waiting room of a match: its seats, taking one, the link for others, leaving and calling off. */

import { useSignal } from "@preact/signals";
import { type ClioError, joinMatch, leaveMatch, newRequestId, toClioError } from "clio-referee";
import { type Match, MatchStatus } from "clio-referee/contract/match";
import { MatchService } from "clio-referee/contract/match_service";
import type { ComponentChild } from "preact";

import { server } from "../api";
import { t } from "../i18n/translate";
import { navigate } from "../router";
import { forgetSeat, keepSeat, type OwnSeat, seatsOf } from "../store/seats";
import { playerName } from "../store/settings";
import { announce } from "../ui/announce";
import { Problem } from "../ui/problem";
import { isDirected } from "./director";
import { namesOf } from "./facts";
import { invitationLink } from "./invitation";
import type { MatchSession } from "./match-session";
import { useServerTime } from "./players";
import { clockFace, toMs } from "./server-clock";

export function WaitingRoom({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  const own = seatsOf(session.id);
  if (match.status === MatchStatus.READYING) return <Readiness session={session} match={match} />;
  if (match.status !== MatchStatus.OPEN) return null;
  return (
    <section class="card waiting" aria-label={t("Seats")}>
      <h2>{t("Waiting for players")}</h2>
      <ul class="plain">
        {match.seats.map((seat) => (
          <li>
            {t("seat {seat}", { seat: seat.seat })}: <bdi>{seat.taken ? seat.name : t("free")}</bdi>
            {own.some((one) => one.seat === seat.seat) && <> <span class="badge">{t("you")}</span></>}
          </li>
        ))}
      </ul>
      {match.fairPlay?.settings?.clock && <p class="quiet">{t("Clock: {clock}", { clock: match.fairPlay.settings.clock })}</p>}
      {isDirected(match) && <p class="quiet">{t("The host directs this match and takes no seat: may pause and resume it, add time and void it.")}</p>}
      {match.rematchOf && <p role="status">{t("This is a rematch. The other players see on the page of the last match that you want to play again.")} <a href={`/m/${match.rematchOf}`}>{t("The last match")}</a></p>}
      {own.length > 0 || session.host ? <Present session={session} match={match} own={own[0]} /> : <JoinForm session={session} match={match} />}
    </section>
  );
}

/** All seats are taken: whose entropy is still to be revealed, and until when. */
function Readiness({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  const until = match.fairPlay?.lapseTime;
  const now = useServerTime(session, until !== undefined, 1_000);
  return (
    <section class="card waiting" aria-label={t("Seats")}>
      <h2>{t("Everybody is here")}</h2>
      <p role="status">{t("Every seat committed to random bytes and now reveals them. Together they decide the chance of the match, so nobody can influence it. Still to come: {names}.", { names: namesOf(match, match.fairPlay?.dueSeats ?? []) })}</p>
      {until && <p class="quiet">{t("Seats that are not ready within {time} become free again.", { time: clockFace(Math.max(0, toMs(until) - now)) })}</p>}
    </section>
  );
}

/** What those who are there may do: invite others, leave, call the match off. */
function Present({ session, match, own }: { session: MatchSession; match: Match; own: OwnSeat | undefined }): ComponentChild {
  const error = useSignal<ClioError | undefined>(undefined);
  const hostToken = own?.hostToken ?? session.host?.hostToken;
  const inviteCode = own?.inviteCode ?? session.host?.inviteCode;
  const run = async (action: () => Promise<unknown>): Promise<void> => {
    try {
      await action();
    } catch (failure) {
      error.value = toClioError(failure);
    }
  };
  const leave = (left: OwnSeat): Promise<void> => run(async () => {
    await leaveMatch(server, session.id, left.token);
    await forgetSeat(session.id, left.seat);
    navigate("/lobby");
  });
  const callOff = (): Promise<void> => run(() =>
    server.call(MatchService.method.abortMatch, { matchId: session.id, reason: t("called off"), requestId: newRequestId() }, { token: hostToken }));
  return (
    <>
      {!match.rematchOf && <Invitation link={invitationLink(session.id, inviteCode)} closed={inviteCode !== undefined} />}
      <div class="buttons">
        {own && <button onClick={() => void leave(own)}>{t("Leave the seat")}</button>}
        {hostToken && <button onClick={() => void callOff()}>{t("Call the match off")}</button>}
      </div>
      {error.value && <Problem error={error.value} />}
    </>
  );
}

function Invitation({ link, closed }: { link: string; closed: boolean }): ComponentChild {
  const copy = async (): Promise<void> => {
    const copied = await (navigator.clipboard?.writeText(link).then(() => true, () => false) ?? false);
    if (copied) announce(t("Link copied"));
  };
  return (
    <p class="invitation">
      <label>{closed ? t("Only people with this link can take a seat or watch:") : t("Send this link to a friend:")} <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} /></label>
      <button onClick={() => void copy()}>{t("Copy link")}</button>
    </p>
  );
}

function JoinForm({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  const name = useSignal(playerName.value);
  const error = useSignal<ClioError | undefined>(undefined);
  const join = async (): Promise<void> => {
    try {
      playerName.value = name.value;
      const joined = await joinMatch(server, { matchId: session.id, name: name.value || t("Player") }, session.credentials);
      await keepSeat({ match: session.id, game: match.game, seat: joined.seat, token: joined.seatToken, entropies: joined.entropies, name: name.value, since: Date.now() });
      navigate(`/m/${session.id}?as=${joined.seat}`, true);
    } catch (failure) {
      error.value = toClioError(failure);
    }
  };
  return (
    <form onSubmit={(event) => { event.preventDefault(); void join(); }}>
      <label>{t("Your name")} <input value={name.value} maxLength={40} onInput={(event) => (name.value = event.currentTarget.value)} /></label>{" "}
      <button class="primary">{t("Take a seat")}</button>
      {error.value && <Problem error={error.value} />}
    </form>
  );
}

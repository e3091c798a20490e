/** The rematch of a match that is over: asking for it, and the sign that others have. */

import { useSignal } from "@preact/signals";
import { type ClioError, rematchMatch, toClioError } from "clio-referee";
import { type Match, MatchStatus } from "clio-referee/contract/match";
import { MatchService } from "clio-referee/contract/match_service";
import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";

import { server } from "../api";
import { t } from "../i18n/translate";
import { navigate } from "../router";
import { keepSeat, type OwnSeat, seatsOf } from "../store/seats";
import { announce } from "../ui/announce";
import { useLoaded } from "../ui/load";
import { Problem } from "../ui/problem";
import type { MatchSession } from "./match-session";

/** How often players and spectators of a match that is over look whether somebody has asked for a rematch. */
const PLAYER_MS = 2_000;
const SPECTATOR_MS = 15_000;

/** The rematch once somebody has asked for it. Its id is known from the end of a match on; until then there is no such match. */
function useRematch(session: MatchSession, match: Match): Match | undefined {
  const { rematch } = match;
  const own = session.seat;
  const found = useLoaded(async () => {
    if (!rematch) return undefined;
    try {
      // The seat in the rematch is reserved for the token of the old one, which thereby is a code to read it.
      return (await server.call(MatchService.method.getMatch, { matchId: rematch }, { invite: own?.token ?? session.credentials.invite })).match;
    } catch (failure) {
      if (toClioError(failure).reason === "MATCH_NOT_FOUND") return undefined;
      throw failure;
    }
  }, [rematch], rematch ? (own ? PLAYER_MS : SPECTATOR_MS) : undefined);
  return found.value;
}

/** Takes this player's seat in the rematch, where all who do so meet. */
async function playAgain(session: MatchSession, match: Match, own: OwnSeat): Promise<string> {
  const { match: next, seat, seatToken, entropies } = await rematchMatch(server, session.id, own.seat, session.credentials);
  const id = next?.matchId ?? "";
  await keepSeat({ match: id, game: match.game, seat, token: seatToken, entropies, name: own.name, since: Date.now() });
  return `/m/${id}?as=${seat}`;
}

/** The people who have taken their seats in the rematch. */
function askersOf(rematch: Match | undefined): string[] {
  return rematch?.seats.filter(({ taken, bot }) => taken && !bot).map(({ name }) => name) ?? [];
}

export function Rematch({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  const error = useSignal<ClioError | undefined>(undefined);
  const busy = useSignal(false);
  const rematch = useRematch(session, match);
  const own = session.seat;
  const seated = rematch ? seatsOf(rematch.matchId)[0] : undefined;
  const names = seated ? [] : askersOf(rematch);
  const says = names.length > 1 ? t("{names} want a rematch.", { names: names.join(", ") }) : names.length === 1 ? t("{name} wants a rematch.", { name: names[0] as string }) : "";
  useEffect(() => {
    if (own && says && rematch?.status === MatchStatus.OPEN) announce(says);
  }, [says]);
  if (match.seats.length < 2) return null;
  const again = async (own: OwnSeat): Promise<void> => {
    busy.value = true;
    try {
      navigate(await playAgain(session, match, own));
    } catch (failure) {
      error.value = toClioError(failure);
      busy.value = false;
    }
  };
  if (seated) return <a class="button primary" href={`/m/${seated.match}?as=${seated.seat}`}>{t("Go to the rematch")}</a>;
  if (!own) return rematch ? <a class="button" href={`/m/${rematch.matchId}`}>{t("Watch the rematch")}</a> : null;
  return (
    <span class="rematch">
      {says && <b class="wanted"><bdi>{says}</bdi></b>}
      <button class="primary" disabled={busy.value} onClick={() => void again(own)} title={t("Everyone who chooses this meets in the same new match, one seat further on.")}>{t("Rematch")}</button>
      {error.value && <Problem error={error.value} game={match.game} />}
    </span>
  );
}

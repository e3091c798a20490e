/** Opening a match and taking its first seat, or directing it without one: the clock, and who may come. */

import { joinMatch, newToken, openMatch } from "clio-referee";
import { Director } from "clio-referee/contract/fair_play";
import { Visibility } from "clio-referee/contract/match";

import { server } from "../api";
import { t } from "../i18n/translate";
import { keepHost } from "../store/hosts";
import { keepSeat } from "../store/seats";
import { playerName } from "../store/settings";

export interface Opening {
  game: string;
  seats: number;
  options?: Record<string, string>;
  /** The time control, as docs/time.md writes it; empty for none. */
  clock?: string;
  /** Whether only those with an invitation may look and join. */
  invited?: boolean;
  /** Whether the host directs the match, and takes no seat. */
  directed?: boolean;
}

export interface OpenedMatch {
  match: string;
  hostToken: string;
}

/** Opens a match and takes its first seat, unless the host directs it; this browser holds the tokens. */
export async function openAndSit({ game, seats, options = {}, clock = "", invited = false, directed = false }: Opening): Promise<OpenedMatch> {
  const code = invited ? newToken() : undefined;
  const opened = await openMatch(server, {
    game, seats, options,
    ...((clock || directed) && { fairPlay: { clock, ...(directed && { director: Director.HOST }) } }),
    ...(code && { inviteCode: code, visibility: Visibility.INVITED }),
  });
  const match = opened.match?.matchId ?? "";
  const { hostToken } = opened;
  const kept = { match, game, hostToken, ...(code && { inviteCode: code }), since: Date.now() };
  if (directed) {
    await keepHost(kept);
    return { match, hostToken };
  }
  const name = playerName.value || t("Player");
  const joined = await joinMatch(server, { matchId: match, name }, { invite: code });
  await keepSeat({ ...kept, name, seat: joined.seat, token: joined.seatToken, entropies: joined.entropies });
  return { match, hostToken };
}

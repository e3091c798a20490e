/** A match in a list: who plays what, and how it stands. */

import { type Match, MatchStatus, Visibility } from "clio-referee/contract/match";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { clockWords } from "./clock-words";

function names(match: Match): string {
  return match.seats.map((seat) => (seat.taken ? seat.name : t("free"))).join(" – ");
}

/** How a match stands, in words. */
export function standing(match: Match): string {
  const nameOf = (seat: number): string => match.seats[seat]?.name ?? "";
  switch (match.status) {
    case MatchStatus.OPEN: {
      const count = match.seats.filter((seat) => !seat.taken).length;
      return count === 1 ? t("1 free seat") : t("{count} free seats", { count });
    }
    case MatchStatus.READYING: return t("about to start");
    case MatchStatus.PLAYING: return match.toMove.length > 0 ? t("{name} to move", { name: match.toMove.map(nameOf).join(", ") }) : t("running");
    case MatchStatus.FINISHED: {
      const won = (match.outcome?.winners ?? []).map(nameOf);
      return won.length ? t("won by {names}", { names: won.join(", ") }) : t("finished");
    }
    case MatchStatus.ABORTED: return match.abortReason ? t("aborted: {reason}", { reason: match.abortReason }) : t("aborted");
    default: return "";
  }
}

/** The name of a game, with the colour it has everywhere. */
export function GameBadge({ game }: { game: string }): ComponentChild {
  return <span class={`badge game-name game-${game}`}>{game}</span>;
}

interface MatchLineProps {
  match: Match;
  link?: string;
  action?: string;
  /** It is one's own turn. */
  mine?: boolean;
}

export function MatchLine({ match, link, action, mine }: MatchLineProps): ComponentChild {
  const href = link ?? `/m/${match.matchId}`;
  const clock = match.fairPlay?.settings?.clock;
  return (
    <li class={mine ? "match-line mine" : "match-line"}>
      <GameBadge game={match.game} />
      <a class="who" href={href}><bdi>{names(match)}</bdi></a>
      <span class="how">
        <span class="standing"><bdi>{mine ? t("Your turn") : standing(match)}</bdi></span>
        {clock && <span class="quiet">{clockWords(clock)}</span>}
        {match.visibility === Visibility.INVITED && <span class="quiet">{t("by invitation")}</span>}
      </span>
      {action && <a class="button" href={href} aria-label={`${action}: ${names(match)}`}>{action}</a>}
    </li>
  );
}

/** Matches, or a sentence where there are none; nothing until they are loaded. */
export function MatchList({ matches, none, action }: { matches: readonly Match[] | undefined; none: string; action?: string }): ComponentChild {
  if (!matches) return null;
  if (matches.length === 0) return <p class="quiet nothing">{none}</p>;
  return <ul class="plain match-list">{matches.map((match) => <MatchLine key={match.matchId} match={match} {...(action && { action })} />)}</ul>;
}

"""A new token for a seat or the host; the old one is worth nothing once this is recorded."""

import hmac

from clio.kernel.events.lifecycle import TokenRotated
from clio.kernel.events.match_event import HOST_ACTOR
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Rotate
from clio.kernel.match.event_builder import EventBuilder
from clio.kernel.match.holding import HOST
from clio.kernel.rejection import Rejection


def rotate(match: Match, command: Rotate, draft: EventBuilder) -> Rejection | None:
    """Drafts the fact, or says why it may not be; a seat that has resigned still has its secrets to guard."""
    if match.is_over:
        return Rejection("CLIO-OVER", "The match is over.")
    seat = command.seat
    if seat is not None and match.seats[seat] is None:
        return Rejection("CLIO-SEAT", "Nobody sits at seat {seat}.", {"seat": seat})
    used = [*match.ended.values(), *filter(None, map(match.held, (HOST, *range(len(match.seats)))))]
    if sum(hmac.compare_digest(holding.token_hash, command.token_hash) for holding in used):
        return Rejection("CLIO-TOKEN", "The new token is one that was in use before: choose another.")
    rotated = TokenRotated() if seat is None else TokenRotated(seat=seat)
    draft.add(HOST_ACTOR if seat is None else f"seat:{seat}", rotated, private={"token": command.token_hash})
    return None

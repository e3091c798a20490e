"""Token rotation: a seat or the host gets a new token; the old one is invalid once the event is recorded."""

import hmac

from clio.kernel.events.lifecycle import TokenRotated
from clio.kernel.events.match_event import HOST_ACTOR
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Rotate
from clio.kernel.match.decision import EventBuilder
from clio.kernel.match.holding import HOST
from clio.kernel.rejection import Rejection


def rotate(match: Match, command: Rotate, draft: EventBuilder) -> Rejection | None:
    """Adds the event, or returns why it is forbidden. A seat that resigned may rotate: it still has secrets."""
    if match.is_over:
        return Rejection("CLIO-OVER", "The match is over.")
    seat = command.seat
    if seat is not None and match.seats[seat] is None:
        return Rejection("CLIO-SEAT", "Nobody sits at seat {seat}.", {"seat": seat})
    used = [*match.ended.values(), *filter(None, map(match.held, (HOST, *range(len(match.seats)))))]
    if sum(hmac.compare_digest(holding.token_hash, command.token_hash) for holding in used):
        return Rejection("CLIO-TOKEN", "The new token was used in this match before. Choose another one.")
    rotated = TokenRotated() if seat is None else TokenRotated(seat=seat)
    draft.add(HOST_ACTOR if seat is None else f"seat:{seat}", rotated, private={"token": command.token_hash})
    return None

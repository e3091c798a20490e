"""Authority: what a caller may see and do in a match, judged against the match as it is at the moment of use.

A caller acts by a token, or by its API key: for the seats that keys of its namespace have joined, named by the metadata
``x-clio-seat``, and as the host of the matches that they have opened. A token has a seat's authority while it holds the
seat in the newest state of the match, which is never older than the event that is about to be sent. Calls that take
longer than a moment (watches, replays, exports, views of the past) ask again before everything they send. Commands ask
inside the match's queue, and again when a conflict has the match read again.
"""

from typing import Final

from clio.kernel.game import EVERYTHING, SPECTATOR, Viewpoint
from clio.kernel.match.aggregate import Match
from clio.kernel.match.holding import HOST, Holding
from clio.kernel.match.visibility import Caller, is_owner, may_read, token_as_code
from clio.server import errors
from clio.server.app.call_context import set_seat
from clio.server.app.match_service import MatchService
from clio.server.codec.views import OWN_SEAT, Wanted


class Viewer:
    """A caller that looks at a match: its viewpoint, and the holding that the viewpoint depends on."""

    def __init__(
        self, matches: MatchService, match_id: str, viewpoint: Viewpoint, holding: Holding | None = None
    ) -> None:
        """``holding`` is None for a caller without a token, whose viewpoint cannot be taken away."""
        self._matches: Final = matches
        self._match_id: Final = match_id
        self.viewpoint: Final = viewpoint
        self.holding: Final = holding

    async def demand(self, seq: int = 0) -> None:
        """Refuses once the holding has ended in the newest state, which includes event ``seq``, about to be sent.

        Nothing may be awaited between this and the sending.
        """
        # A match that is over shows everything to everybody, and no holding ends in it.
        if self.holding is not None and self.viewpoint != EVERYTHING:
            self.demand_in(await self._matches.at_least(self._match_id, seq))

    def demand_in(self, newest: Match) -> None:
        """The same, for a caller that has the newest state."""
        if self.holding is not None and not newest.holds(self.holding):
            raise errors.holding_ended()


def viewer_of(matches: MatchService, match: Match, caller: Caller, wanted: Wanted = None) -> Viewer:
    """The caller as a viewer of a match, given in its newest state; refuses a viewpoint that it may not have."""
    holder = holder_with(match, caller)
    holding = None if holder is None else match.held(holder)
    if holding is None and not may_read(match.metadata, caller):
        # The right to read is that of the token shown as a code, and ends with it.
        holding = token_as_code(match, caller)
    return Viewer(matches, match.id, _viewpoint(match, holder, wanted, is_over=match.is_over), holding)


def viewpoint_without_token(match: Match, wanted: Wanted, *, is_over: bool) -> Viewpoint:
    """The viewpoint of a caller without a token on a match at an earlier event; ``is_over`` says if it is by now."""
    return _viewpoint(match, None, wanted, is_over=is_over)


def _viewpoint(match: Match, holder: Viewpoint | None, wanted: Wanted, *, is_over: bool) -> Viewpoint:
    """The viewpoint that the caller wants, if it may have it; else the best it may."""
    if wanted == OWN_SEAT:
        return _own_seat(holder)
    if wanted is None:
        return EVERYTHING if is_over else match.viewpoint_of(holder)
    if wanted == EVERYTHING and not is_over:
        raise errors.token_wrong("one that shows everything before the end")
    if wanted >= len(match.seats) or wanted < EVERYTHING:
        raise errors.no_such_seat(wanted, len(match.seats))
    if wanted >= 0 and wanted != holder and not is_over:
        raise errors.token_missing("that seat's token") if holder is None else errors.token_wrong("that seat's")
    return SPECTATOR if wanted == SPECTATOR else wanted


def _own_seat(holder: Viewpoint | None) -> int:
    if holder is None:
        raise errors.token_missing("a seat token")
    if holder < 0:
        raise errors.token_wrong("a seat token")
    return holder


def acting_holder(match: Match, caller: Caller, request: str) -> Viewpoint | None:
    """The seat or host that the caller acts for; for a repeated request that ended its holding, the one it held."""
    first = match.requests.get(request)
    ended = None if first is None else match.ended.get(first)
    if ended is not None and (ended.is_of(caller.token) if caller.token else _is_key_of(ended, caller)):
        return ended.holder
    return holder_with(match, caller)


def _is_key_of(holding: Holding, caller: Caller) -> bool:
    return bool(caller.namespace) and (holding.namespace, holding.holder) == (caller.namespace, caller.seat)


def acting_seat(match: Match, caller: Caller, request: str) -> int:
    """The same, for what only seats may do."""
    return _own_seat(acting_holder(match, caller, request))


def holder_with(match: Match, caller: Caller) -> Viewpoint | None:
    """The seat or host that the caller acts for; None for a spectator. Refuses a token of another match."""
    if not caller.token:
        return None if caller.seat is None else _seat_of_key(match, caller)
    holder = match.holder(caller.token)
    if holder is None:
        raise errors.token_wrong("a token")
    if holder >= 0:
        set_seat(holder)
    return holder


def _seat_of_key(match: Match, caller: Caller) -> int:
    """The seat that the caller names, if a key of its namespace has joined it; without a name its only seat."""
    own = [
        number
        for number, seat in enumerate(match.seats)
        if seat is not None and caller.namespace and seat.namespace == caller.namespace
    ]
    named = own if caller.seat is None else [caller.seat] if caller.seat in own else []
    if len(named) != 1:
        raise errors.token_missing("a seat token")
    set_seat(named[0])
    return named[0]


def seat_with(match: Match, caller: Caller) -> int:
    """The seat that the caller acts for."""
    if not caller.token:
        return _seat_of_key(match, caller)
    holder = match.holder(caller.token)
    if holder is None:
        raise errors.token_wrong("a token")
    if holder < 0:
        raise errors.token_wrong("a seat token")
    set_seat(holder)
    return holder


def require_host(match: Match, caller: Caller) -> None:
    """Refuses everybody but the host: its token, or a key of the namespace that has opened the match."""
    if not caller.token and is_owner(match.metadata, caller):
        return
    holder = holder_with(match, caller)
    if holder is None:
        raise errors.token_missing("the host token")
    if holder != HOST:
        raise errors.token_wrong("the host token")

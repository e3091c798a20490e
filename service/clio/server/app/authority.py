"""Authority: what a token may see and do in a match, judged against the match as it is at the moment of use.

A token has a seat's authority while it holds the seat in the newest state of the match, which is never older than the
event that is about to be sent. Calls that take longer than a moment (watches, replays, exports, views of the past) ask
again before everything they send. Commands ask inside the match's queue, and again when a conflict has the match read
again.
"""

from typing import Final

from clio.kernel.game import EVERYTHING, SPECTATOR, Viewpoint
from clio.kernel.match.aggregate import Match
from clio.kernel.match.holding import HOST, Holding
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
        """The same, where the newest state is at hand."""
        if self.holding is not None and not newest.holds(self.holding):
            raise errors.holding_ended()


def viewer_of(matches: MatchService, match: Match, token: str, wanted: Wanted = None) -> Viewer:
    """The caller as a viewer of a match, given in its newest state; refuses a viewpoint that it may not have."""
    holder = holder_with(match, token)
    holding = None if holder is None else match.held(holder)
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


def acting_holder(match: Match, token: str, request: str) -> Viewpoint | None:
    """The seat or host that the token acts for; for a repeated request that ended its holding, the one it held."""
    first = match.requests.get(request)
    ended = None if first is None else match.ended_by(token, first)
    return holder_with(match, token) if ended is None else ended.holder


def acting_seat(match: Match, token: str, request: str) -> int:
    """The same, for what only seats may do."""
    return _own_seat(acting_holder(match, token, request))


def holder_with(match: Match, token: str) -> Viewpoint | None:
    """The seat or host that a token belongs to; None without a token. Refuses a token of another match."""
    if not token:
        return None
    holder = match.holder(token)
    if holder is None:
        raise errors.token_wrong("a token")
    if holder >= 0:
        set_seat(holder)
    return holder


def seat_with(match: Match, token: str) -> int:
    """The seat that a token belongs to."""
    if not token:
        raise errors.token_missing("a seat token")
    holder = match.holder(token)
    if holder is None:
        raise errors.token_wrong("a token")
    if holder < 0:
        raise errors.token_wrong("a seat token")
    set_seat(holder)
    return holder


def require_host(match: Match, token: str) -> None:
    """Refuses everybody but the host."""
    holder = holder_with(match, token)
    if holder is None:
        raise errors.token_missing("the host token")
    if holder != HOST:
        raise errors.token_wrong("the host token")

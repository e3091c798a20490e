"""Resolves the match at an event and the caller's viewpoint, for the calls that return a board."""

from typing import NamedTuple

from clio.kernel.game import Viewpoint
from clio.kernel.match.aggregate import Match
from clio.server import errors
from clio.server.app.authority import Viewer, viewer_of, viewpoint_without_token
from clio.server.app.call_context import current_caller
from clio.server.app.event_history import EventHistory
from clio.server.app.match_service import MatchService
from clio.server.app.validation import min_seq
from clio.server.codec.views import from_viewpoint
from clio.v1 import match_service_pb2, score_service_pb2


class MatchAt(NamedTuple):
    """A match after an event, and the viewpoint that the caller may have of it now."""

    match: Match
    viewpoint: Viewpoint
    viewer: Viewer | None
    """Asked again where the answer is made later; None where no token is involved."""


async def match_at(
    matches: MatchService,
    past: EventHistory,
    request: match_service_pb2.GetViewRequest | score_service_pb2.GetScoresRequest,
) -> MatchAt:
    """The match after the event asked for, as the caller may see it."""
    caller = current_caller()
    wanted = from_viewpoint(request.viewpoint)
    least = min_seq(request.at_least, request.match_id)
    # Without a token all that matters of the present is whether the match is over: it need not be folded to its end.
    end = await past.end(request.match_id) if request.seq and caller.is_spectator else None
    if end is not None and 0 < request.seq < end.seq and 0 <= least <= end.seq:
        match = await matches.at(request.match_id, request.seq)
        return MatchAt(match, viewpoint_without_token(match, wanted, is_over=end.is_over), None)
    match = await matches.at_least(request.match_id, least)
    viewer = viewer_of(matches, match, caller, wanted)
    if not 0 <= request.seq <= match.seq:
        raise errors.no_such_event(request.seq, match.seq)
    if request.seq not in (0, match.seq):
        match = await matches.at(match.id, request.seq)
        await viewer.demand()
    return MatchAt(match, viewer.viewpoint, viewer)

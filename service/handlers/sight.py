"""A match at some event, from some viewpoint: what calls that look at a board have in common."""

from clio.v1 import match_service_pb2, score_service_pb2
from domain.kernel.game import Viewpoint
from domain.kernel.match import Match
from service import errors
from service.callers import sight_of
from service.calls.call import Context
from service.matches import Matches
from service.wire.views import from_viewpoint


async def match_as_seen(
    matches: Matches, request: match_service_pb2.GetViewRequest | score_service_pb2.GetScoresRequest, context: Context
) -> tuple[Match, Viewpoint]:
    """The match after the event asked for, and the viewpoint that the caller may have of it now."""
    match = await matches.at_least(request.match_id, request.min_seq)
    viewpoint = sight_of(match, context, from_viewpoint(request.viewpoint))
    if not 0 <= request.seq <= match.seq:
        raise errors.no_such_event(request.seq, match.seq)
    if request.seq not in (0, match.seq):
        match = await matches.at(match.id, request.seq)
    return match, viewpoint

"""ScoreService."""

from typing import Final

from clio.v1 import game_pb2, outcome_pb2
from clio.v1 import score_service_pb2 as pb
from clio.v1.score_service_pb2_grpc import ScoreServiceServicer
from domain.kernel.match import Match
from domain.kernel.referee import KERNEL_RULES
from domain.kernel.rulebook import Rule
from service.calls.call import Context
from service.handlers.sight import match_as_seen
from service.live.past import Past
from service.matches import Matches
from service.wire.games import to_rule
from service.wire.matches import to_message
from service.wire.mirror import fill
from service.wire.views import to_viewpoint


class ScoreHandler(ScoreServiceServicer):
    """Counts the board at hand; nothing is stored, so nothing can be out of date."""

    def __init__(self, matches: Matches, past: Past) -> None:
        self._matches: Final = matches
        self._past: Final = past

    async def GetScores(self, request: pb.GetScoresRequest, context: Context) -> pb.GetScoresResponse:
        """See the contract."""
        match, viewpoint = await match_as_seen(self._matches, self._past, request, context)
        scores = match.game.scores(match.state, viewpoint) if match.state is not None else ()
        if match.outcome is not None:
            scores = match.outcome.scores or scores
        response = pb.GetScoresResponse(
            match=to_message(match), viewpoint=to_viewpoint(viewpoint), decided_by=_deciding_rule(match)
        )
        for score in scores:
            message = outcome_pb2.SeatScore()
            fill(message, score)
            response.scores.append(message)
        return response


def _deciding_rule(match: Match) -> game_pb2.Rule | None:
    if match.outcome is None:
        return None
    rules: dict[str, Rule] = {rule.id: rule for book in (match.game.rulebook, KERNEL_RULES) for rule in book.rules}
    rule = rules.get(match.outcome.decided_by)
    # A rule that an old match was decided by may not be in today's book any more.
    return to_rule(rule) if rule else game_pb2.Rule(id=match.outcome.decided_by)

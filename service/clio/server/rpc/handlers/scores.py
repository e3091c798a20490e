"""ScoreService."""

from typing import Final

from clio.kernel.match.aggregate import Match
from clio.kernel.match.referee import KERNEL_RULES
from clio.kernel.rulebook import Rule
from clio.server.app.call_context import current_caller
from clio.server.app.event_history import EventHistory
from clio.server.app.match_service import MatchService
from clio.server.codec.games import to_rule
from clio.server.codec.matches import to_message
from clio.server.codec.struct_messages import fill
from clio.server.codec.views import to_viewpoint
from clio.server.rpc.caller import Context
from clio.server.rpc.handlers.match_at import match_at
from clio.v1 import game_pb2, outcome_pb2
from clio.v1 import score_service_pb2 as pb
from clio.v1.score_service_pb2_grpc import ScoreServiceServicer


class ScoreHandler(ScoreServiceServicer):
    """Counts the board at hand; nothing is stored, so nothing can be out of date."""

    def __init__(self, matches: MatchService, past: EventHistory) -> None:
        self._matches: Final = matches
        self._past: Final = past

    async def GetScores(self, request: pb.GetScoresRequest, context: Context) -> pb.GetScoresResponse:
        """See the contract."""
        del context
        match, viewpoint = await match_at(self._matches, self._past, request)
        scores = match.game.scores(match.state, viewpoint) if match.state is not None else ()
        if match.outcome is not None:
            scores = match.outcome.scores or scores
        response = pb.GetScoresResponse(
            match=to_message(match, current_caller()),
            viewpoint=to_viewpoint(viewpoint),
            decided_by=_deciding_rule(match),
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
    return to_rule(rule) if rule else game_pb2.Rule(rule=match.outcome.decided_by)

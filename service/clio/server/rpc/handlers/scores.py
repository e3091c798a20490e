"""ScoreService."""

from typing import Final

from clio.kernel.match.aggregate import Match
from clio.kernel.match.referee import KERNEL_RULES
from clio.kernel.match.rules_version import refusal_of_rules
from clio.kernel.rulebook import Rule
from clio.server import errors
from clio.server.app.call_context import current_caller
from clio.server.app.event_history import EventHistory
from clio.server.app.match_service import MatchService
from clio.server.app.private_names import PrivateNames
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
    """Computes scores from the board; nothing is stored, so nothing can be out of date."""

    def __init__(self, matches: MatchService, past: EventHistory, names: PrivateNames) -> None:
        self._names: Final = names
        self._matches: Final = matches
        self._past: Final = past

    async def GetScores(self, request: pb.GetScoresRequest, context: Context) -> pb.GetScoresResponse:
        del context
        match, viewpoint, _ = await match_at(self._matches, self._past, request)
        recorded = () if match.outcome is None else match.outcome.scores
        if not recorded and (refusal := refusal_of_rules(match.game, match.rules)):
            raise errors.refused(refusal)
        scores = recorded or (match.game.scores(match.state, viewpoint) if match.state is not None else ())
        response = pb.GetScoresResponse(
            match=to_message(match, current_caller()),
            viewpoint=to_viewpoint(viewpoint),
            decided_by=_deciding_rule(match),
        )
        await self._names.show([response.match])
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

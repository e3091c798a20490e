"""GameService."""

from collections.abc import Mapping
from typing import Any, Final

from clio.kernel.game import Game
from clio.kernel.match.referee import KERNEL_RULES
from clio.server import errors
from clio.server.app.call_context import Context
from clio.server.codec.games import to_message, to_rules
from clio.v1 import game_service_pb2 as pb
from clio.v1.game_service_pb2_grpc import GameServiceServicer


class GameHandler(GameServiceServicer):
    """Tells about the games."""

    def __init__(self, games: Mapping[str, Game[Any, Any]]) -> None:
        self._games: Final = games

    async def ListGames(self, request: pb.ListGamesRequest, context: Context) -> pb.ListGamesResponse:
        """See the contract."""
        del request, context
        return pb.ListGamesResponse(games=[to_message(game) for _, game in sorted(self._games.items())])

    async def GetGame(self, request: pb.GetGameRequest, context: Context) -> pb.GetGameResponse:
        """See the contract."""
        del context
        game = self._games.get(request.game)
        if game is None:
            raise errors.game_not_found(", ".join(sorted(self._games)))
        return pb.GetGameResponse(
            game=to_message(game), rules=to_rules(game.rulebook), shared_rules=to_rules(KERNEL_RULES)
        )

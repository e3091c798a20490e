"""GameService."""

from collections.abc import Mapping
from typing import Any, Final

from clio.kernel.game import Game
from clio.kernel.match.referee import KERNEL_RULES
from clio.server import errors
from clio.server.codec.components import find_components
from clio.server.codec.components import to_message as components_message
from clio.server.codec.games import to_message, to_rules
from clio.server.rpc.caller import Context
from clio.v1 import game_service_pb2 as pb
from clio.v1.game_service_pb2_grpc import GameServiceServicer


class GameHandler(GameServiceServicer):
    """Lists games, their rules and their components."""

    def __init__(self, games: Mapping[str, Game[Any, Any]]) -> None:
        self._games: Final = games
        self._components: Final[dict[str, pb.GetComponentsResponse]] = {}
        """Responses by digest; there are few data sets, and they never change."""

    async def ListGames(self, request: pb.ListGamesRequest, context: Context) -> pb.ListGamesResponse:
        del request, context
        return pb.ListGamesResponse(games=[to_message(game) for _, game in sorted(self._games.items())])

    async def GetGame(self, request: pb.GetGameRequest, context: Context) -> pb.GetGameResponse:
        del context
        game = self._game(request.game)
        return pb.GetGameResponse(
            game=to_message(game), rules=to_rules(game.rulebook), shared_rules=to_rules(KERNEL_RULES)
        )

    async def GetComponents(self, request: pb.GetComponentsRequest, context: Context) -> pb.GetComponentsResponse:
        del context
        game = self._game(request.game)
        found = find_components(game, request.data_set, request.digest.hex())
        if found is None:
            raise errors.components_not_found(game.title, ", ".join(each.name for each in game.component_sets()))
        if found.digest not in self._components:
            message = components_message(game, found)
            self._components[found.digest] = pb.GetComponentsResponse(components=message)
        return self._components[found.digest]

    def _game(self, name: str) -> Game[Any, Any]:
        game = self._games.get(name)
        if game is None:
            raise errors.game_not_found(", ".join(sorted(self._games)))
        return game

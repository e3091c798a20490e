"""Calls about games, their rules and components."""

from typing import TYPE_CHECKING

from clio.client.component_cache import ComponentCache
from clio.client.connection import Connection
from clio.client.pages import Paged
from clio.v1 import game_service_pb2 as pb
from clio.v1.components_pb2 import Components
from clio.v1.game_pb2 import Game

if TYPE_CHECKING:
    # Only the type stubs know it.
    from clio.v1.game_service_pb2_grpc import GameServiceAsyncStub


class GameCalls:
    """The calls of GameService; part of a ``Client``."""

    _connection: Connection
    _games: "GameServiceAsyncStub"
    _components: ComponentCache

    def list_games(self, *, timeout: float | None = None) -> Paged[Game, pb.ListGamesResponse]:
        """All games, by name."""
        return Paged.short(
            lambda: self._connection.ask(self._games.ListGames, pb.ListGamesRequest(), timeout=timeout),
            lambda page: page.games,
        )

    async def get_game(self, game: str, *, timeout: float | None = None) -> pb.GetGameResponse:
        """A game with all its rules."""
        return await self._connection.ask(self._games.GetGame, pb.GetGameRequest(game=game), timeout=timeout)

    async def get_components(
        self, game: str, data_set: str | None = None, *, digest: bytes | None = None, timeout: float | None = None
    ) -> Components:
        """The components of a data set (default: the game's first); fetched once, checked against their digest.

        ``digest`` is ``Match.data_digest`` of the match to draw.
        """
        return await self._components.get(game, data_set or "", digest or b"", timeout=timeout)

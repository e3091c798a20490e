"""Bots that a server plays."""

from typing import Final

from clio.client import identifiers
from clio.client.connection import Connection
from clio.client.pages import Paged
from clio.v1 import bot_service_pb2 as pb
from clio.v1.bot_service_pb2_grpc import BotServiceStub


class BotCalls:
    """Lists a server's bots, seats them in the caller's matches and asks them for moves."""

    def __init__(self, connection: Connection) -> None:
        self._stub: Final = BotServiceStub(connection.channel)
        self._connection: Final = connection

    def list_bots(self, *, timeout: float | None = None) -> Paged[pb.Bot, pb.ListBotsResponse]:
        """The bots that the server offers, the weakest first."""
        return Paged.short(
            lambda: self._connection.ask(self._stub.ListBots, pb.ListBotsRequest(), timeout=timeout),
            lambda page: page.bots,
        )

    async def seat(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        bot: str,
        host_token: str | None = None,
        seat: int | None = None,
        *,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> pb.SeatBotResponse:
        """Lets a bot take a seat, or the first free one. Such a match is not rated."""
        request = pb.SeatBotRequest(
            match_id=match_id, bot=bot, seat=seat, request_id=request_id or identifiers.new_request_id()
        )
        return await self._connection.ask(self._stub.SeatBot, request, host_token, timeout=timeout)

    async def suggest_move(
        self, match_id: str, seat_token: str | None = None, bot: str | None = None, *, timeout: float | None = None
    ) -> pb.SuggestMoveResponse:
        """The move that a bot would play in the caller's place; only in matches that are not rated."""
        request = pb.SuggestMoveRequest(match_id=match_id, bot=bot or "")
        return await self._connection.ask(self._stub.SuggestMove, request, seat_token, timeout=timeout)

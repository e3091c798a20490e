"""Bots that a server plays."""

import uuid
from collections.abc import Sequence
from typing import Final

import grpc.aio

from clio.client.projections import Ask
from clio.v1 import bot_service_pb2 as pb
from clio.v1.bot_service_pb2_grpc import BotServiceStub


class BotCalls:
    """Lists a server's bots and seats them in the caller's matches."""

    def __init__(self, channel: grpc.aio.Channel, ask: Ask) -> None:
        self._stub: Final = BotServiceStub(channel)
        self._ask: Final = ask

    async def list(self) -> Sequence[pb.Bot]:
        """The bots that the server offers, the weakest first."""
        return (await self._ask(self._stub.ListBots, pb.ListBotsRequest())).bots

    async def seat(self, match_id: str, bot: str, host_token: str, seat: int | None = None) -> pb.SeatBotResponse:
        """Lets a bot take a seat, or the first free one. Such a match is not rated."""
        request = pb.SeatBotRequest(match_id=match_id, bot=bot, seat=seat, request_id=str(uuid.uuid4()))
        return await self._ask(self._stub.SeatBot, request, host_token)

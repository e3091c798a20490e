"""BotService."""

from typing import Final

from clio.server.app.bots.seating import BotSeating
from clio.server.app.bots.suggestion import BotSuggestions
from clio.server.app.call_context import current_caller, read_request_id
from clio.server.app.private_names import PrivateNames
from clio.server.app.validation import check_length
from clio.server.codec import matches as match_wire
from clio.server.rpc.caller import Context
from clio.v1 import bot_service_pb2 as pb
from clio.v1.bot_service_pb2_grpc import BotServiceServicer


class BotHandler(BotServiceServicer):
    """Thin: reads the request, asks ``BotSeating`` or ``BotSuggestions``, writes the response."""

    def __init__(self, seating: BotSeating, suggestions: BotSuggestions, names: PrivateNames) -> None:
        self._seating: Final = seating
        self._suggestions: Final = suggestions
        self._names: Final = names

    async def ListBots(self, request: pb.ListBotsRequest, context: Context) -> pb.ListBotsResponse:
        del request, context
        return pb.ListBotsResponse(
            bots=[
                pb.Bot(bot=each.bot, title=each.title.text, description=each.description.text)
                for each in self._seating.bots
            ]
        )

    async def SeatBot(self, request: pb.SeatBotRequest, context: Context) -> pb.SeatBotResponse:
        del context
        check_length(bot=request.bot)
        seat = request.seat if request.HasField("seat") else None
        request_id = read_request_id(request.request_id)
        done, number = await self._seating.seat(request.match_id, request.bot, seat, current_caller(), request_id)
        message = match_wire.to_message(done.match, current_caller())
        await self._names.show([message])
        return pb.SeatBotResponse(match=message, seat=number)

    async def SuggestMove(self, request: pb.SuggestMoveRequest, context: Context) -> pb.SuggestMoveResponse:
        del context
        check_length(bot=request.bot)
        found = await self._suggestions.suggest(request.match_id, request.bot, current_caller())
        return pb.SuggestMoveResponse(move=found.move, seq=found.seq, bot=found.bot)

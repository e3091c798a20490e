"""A match for programs: documents out, moves in, a line each."""

from typing import Final

from clio.cli.play.controller import PlayController
from clio.cli.play.keyboard import Keyboard
from clio.cli.render.json_output import Plain, to_json_value
from clio.cli.render.output import Output
from clio.client.errors import ClioError, StaleSeqError
from clio.v1.event_pb2 import Event


class JsonMode:
    """Prints every event, and the board with the legal moves when a move is wanted."""

    def __init__(self, desk: PlayController, out: Output) -> None:
        self._desk: Final = desk
        self._out: Final = out
        self._keyboard: Final = Keyboard()

    async def play(self) -> bool:
        """Plays until the match is over; False at the end of the input."""
        desk = self._desk
        async with desk.news(lambda there: self._out.document({"connected": there})) as news:
            while True:
                await desk.look()
                while not desk.events or desk.events[-1].seq < desk.match.seq:
                    sighting = await anext(news)
                    if isinstance(sighting, Event):
                        self._out.document({"event": to_json_value(sighting)})
                if desk.over:
                    self._out.document({"match": to_json_value(desk.match)})
                    return True
                if not desk.my_turn:
                    sighting = await anext(news)
                    if isinstance(sighting, Event):
                        self._out.document({"event": to_json_value(sighting)})
                    continue
                moves = [move.notation for move in desk.choice.moves]
                self._out.document({"moves": list[Plain](moves), "seat": desk.seat, "view": to_json_value(desk.view)})
                typed = await self._keyboard.line()
                if typed is None:
                    return False
                await self._send(typed)

    async def _send(self, typed: str) -> None:
        try:
            await self._desk.try_words(typed)
        except StaleSeqError:
            return
        except ClioError as error:
            self._out.document({"error": {"message": error.message, "reason": error.reason, "rule": error.rule}})

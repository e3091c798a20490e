"""JSON mode: prints documents and reads moves, one per line."""

from typing import Final

from clio.cli.play.controller import PlayController
from clio.cli.play.keyboard import Keyboard
from clio.cli.render.json_output import Plain, to_json_value
from clio.cli.render.output import Output
from clio.client.errors import ClioError, StaleSeqError
from clio.v1.event_pb2 import Event


class JsonMode:
    """Prints every event, and the view with the legal moves on the player's turn."""

    def __init__(self, controller: PlayController, out: Output) -> None:
        self._controller: Final = controller
        self._out: Final = out
        self._keyboard: Final = Keyboard()

    async def play(self) -> bool:
        """Plays until the match is over; returns False at the end of the input."""
        controller = self._controller
        async with controller.news(lambda there: self._out.document({"connected": there})) as news:
            while True:
                await controller.refresh()
                while not controller.events or controller.events[-1].seq < controller.match.seq:
                    sighting = await anext(news)
                    if isinstance(sighting, Event):
                        self._out.document({"event": to_json_value(sighting)})
                if controller.over:
                    self._out.document({"match": to_json_value(controller.match)})
                    return True
                if not controller.my_turn:
                    sighting = await anext(news)
                    if isinstance(sighting, Event):
                        self._out.document({"event": to_json_value(sighting)})
                    continue
                moves = [move.notation for move in controller.choice.moves]
                self._out.document(
                    {"moves": list[Plain](moves), "seat": controller.seat, "view": to_json_value(controller.view)}
                )
                typed = await self._keyboard.line()
                if typed is None:
                    return False
                await self._send(typed)

    async def _send(self, typed: str) -> None:
        try:
            await self._controller.try_words(typed)
        except StaleSeqError:
            return
        except ClioError as error:
            self._out.document({"error": {"message": error.message, "reason": error.reason, "rule": error.rule}})

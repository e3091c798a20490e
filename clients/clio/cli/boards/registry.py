"""Registry of board renderers."""

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Final, Protocol, cast

from clio.cli.render.canvas import Canvas
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.text.message_text import Names
from clio.v1.event_pb2 import Event
from clio.v1.move_pb2 import Move
from clio.v1.view_pb2 import View

EXTERNAL: Final = "external"
_DRAWN: Final = frozenset({"akros", "akrotiri", "amphipolis", EXTERNAL})


class BoardRenderer(Protocol):
    """A module that draws the board of one game."""

    def draw(self, view: View, names: Names, marks: Marks, options: RenderOptions) -> Canvas:
        """Draws the board."""

    def touched_by_event(self, event: Event) -> frozenset[str]:
        """The places that an event changes."""

    def touched_by_move(self, move: Move) -> frozenset[str]:
        """The places that a move concerns."""


_TYPED: Final = frozenset(field.name for field in View.DESCRIPTOR.oneofs_by_name["game"].fields)


def field_of(game: str) -> str:
    """The field of ``View``, ``Move`` and ``Event`` that holds a game's messages."""
    return game if game in _TYPED else EXTERNAL


def renderer_of(game: str) -> BoardRenderer | None:
    """The renderer of a game; None for a game that is shown as tables."""
    field = field_of(game)
    return cast("BoardRenderer", import_module(f"clio.cli.boards.{field}")) if field in _DRAWN else None


def last_marks(game: str, events: Sequence[Event]) -> frozenset[str]:
    """The places that the last move and its consequences changed."""
    renderer = renderer_of(game)
    if renderer is None:
        return frozenset()
    places: set[str] = set()
    for event in _last_move(events):
        if event.WhichOneof("payload") == field_of(game):
            places |= renderer.touched_by_event(event)
    return frozenset(places)


def _last_move(events: Sequence[Event]) -> Iterable[Event]:
    for event in reversed(events):
        yield event
        if event.move:
            return

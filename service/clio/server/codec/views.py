"""Boards as messages."""

from typing import Any, NamedTuple, Self

from clio.kernel.game import EVERYTHING, SPECTATOR, Game, Viewpoint
from clio.kernel.match.aggregate import Match
from clio.server.codec.matches import to_message as match_message
from clio.server.codec.struct_messages import fill
from clio.v1 import match_pb2, view_pb2


class Snapshot(NamedTuple):
    """A match at some event, unchanged by what follows: a thread can make a view of it."""

    match: match_pb2.Match
    game: Game[Any, Any]
    state: Any

    @classmethod
    def of(cls, match: Match) -> Self:
        """The match as it is now. States are immutable; the match is not."""
        return cls(match_message(match), match.game, match.state)

    def view(self, viewpoint: Viewpoint) -> view_pb2.View:
        """The board as a viewpoint sees it."""
        message = view_pb2.View(match=self.match, viewpoint=to_viewpoint(viewpoint))
        if self.state is not None:
            message.position = self.game.format_position(self.state, viewpoint)
            fill(getattr(message, self.game.name), self.game.view(self.state, viewpoint))
        return message


def to_message(match: Match, viewpoint: Viewpoint) -> view_pb2.View:
    """The board as a viewpoint sees it."""
    return Snapshot.of(match).view(viewpoint)


def to_viewpoint(viewpoint: Viewpoint) -> view_pb2.Viewpoint:
    """A viewpoint as a message."""
    if viewpoint == SPECTATOR:
        return view_pb2.Viewpoint(spectator=True)
    if viewpoint == EVERYTHING:
        return view_pb2.Viewpoint(everything=True)
    return view_pb2.Viewpoint(seat=viewpoint)


def from_viewpoint(message: view_pb2.Viewpoint) -> Viewpoint | None:
    """The viewpoint that the message means; None for the best allowed."""
    match message.WhichOneof("from"):
        case "seat":
            return message.seat
        case "spectator":
            return SPECTATOR
        case "everything":
            return EVERYTHING
        case _:
            return None

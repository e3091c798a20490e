"""Boards as messages."""

from clio.kernel.game import EVERYTHING, SPECTATOR, Viewpoint
from clio.kernel.match.aggregate import Match
from clio.server.codec.external_game import EXTERNAL, field_of, to_external
from clio.server.codec.matches import to_message as match_message
from clio.server.codec.struct_messages import fill
from clio.v1 import view_pb2


def to_message(match: Match, viewpoint: Viewpoint) -> view_pb2.View:
    """The board as a viewpoint sees it."""
    message = view_pb2.View(match=match_message(match), viewpoint=to_viewpoint(viewpoint))
    if match.state is not None:
        message.position = match.game.format_position(match.state, viewpoint)
        view, field = match.game.view(match.state, viewpoint), field_of(match.game.name)
        if field == EXTERNAL:
            message.external.CopyFrom(to_external(match.game.name, view))
        else:
            fill(getattr(message, field), view)
    return message


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

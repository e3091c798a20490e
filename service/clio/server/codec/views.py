"""Boards as messages."""

from typing import Any, Final, Literal, NamedTuple, Self, TypeAlias

from clio.kernel.game import EVERYTHING, SPECTATOR, Game, Viewpoint
from clio.kernel.match.aggregate import Match
from clio.kernel.match.rules_version import refusal_of_rules
from clio.server import errors
from clio.server.codec.external_game import EXTERNAL, field_of, to_external
from clio.server.codec.matches import to_message as match_message
from clio.server.codec.struct_messages import fill
from clio.v1 import match_pb2, view_pb2


class Snapshot(NamedTuple):
    """An immutable snapshot of a match at an event, for worker threads."""

    match: match_pb2.Match
    game: Game[Any, Any]
    state: Any

    @classmethod
    def of(cls, match: Match) -> Self:
        """The match as it is now. States are immutable; the match is not.

        A board has scores: without the rules version of the match there is none.
        """
        if refusal := refusal_of_rules(match.game, match.rules):
            raise errors.refused(refusal)
        return cls(match_message(match), match.game, match.state)

    def view(self, viewpoint: Viewpoint) -> view_pb2.View:
        """The board as a viewpoint sees it."""
        message = view_pb2.View(match=self.match, viewpoint=to_viewpoint(viewpoint))
        if self.state is not None:
            message.position = self.game.format_position(self.state, viewpoint)
            view, field = self.game.view(self.state, viewpoint), field_of(self.game.name)
            if field == EXTERNAL:
                message.external.CopyFrom(to_external(self.game.name, view))
            else:
                fill(getattr(message, field), view)
        return message


OWN_SEAT: Final = "own seat"
Wanted: TypeAlias = Viewpoint | Literal["own seat"] | None
"""The viewpoint that a caller wants; None for the one that shows the most of what it may see."""
_WANTED: Final[dict[int, Wanted]] = {
    view_pb2.VIEWPOINT_KIND_UNSPECIFIED: None,
    view_pb2.VIEWPOINT_KIND_SEAT: OWN_SEAT,
    view_pb2.VIEWPOINT_KIND_SPECTATOR: SPECTATOR,
    view_pb2.VIEWPOINT_KIND_EVERYTHING: EVERYTHING,
}


def to_message(match: Match, viewpoint: Viewpoint) -> view_pb2.View:
    """The board as a viewpoint sees it."""
    return Snapshot.of(match).view(viewpoint)


def to_viewpoint(viewpoint: Viewpoint) -> view_pb2.Viewpoint:
    """A viewpoint as a message."""
    if viewpoint == SPECTATOR:
        return view_pb2.Viewpoint(kind=view_pb2.VIEWPOINT_KIND_SPECTATOR)
    if viewpoint == EVERYTHING:
        return view_pb2.Viewpoint(kind=view_pb2.VIEWPOINT_KIND_EVERYTHING)
    return view_pb2.Viewpoint(kind=view_pb2.VIEWPOINT_KIND_SEAT, seat=viewpoint)


def from_viewpoint(message: view_pb2.Viewpoint) -> Wanted:
    """The viewpoint that a request asks for."""
    if message.HasField("seat"):
        if message.kind != view_pb2.VIEWPOINT_KIND_SEAT:
            raise errors.malformed("A viewpoint has a seat if its kind is a seat, and only then.")
        if message.seat < 0:
            raise errors.malformed("A seat number must not be negative.")
        return message.seat
    if message.kind not in _WANTED:
        raise errors.malformed("There is no such kind of viewpoint.")
    return _WANTED[message.kind]

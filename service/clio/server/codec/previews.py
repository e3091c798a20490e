"""Previews as messages."""

from typing import Final

from clio.kernel.game import GameEvent
from clio.kernel.match.preview import End, Preview
from clio.server.codec.event_encoder import fill_fact
from clio.server.codec.views import Snapshot
from clio.v1 import event_pb2
from clio.v1 import match_service_pb2 as pb

_ENDS: Final[dict[End, pb.PreviewEnd.ValueType]] = {
    "complete": pb.PREVIEW_END_COMPLETE,
    "match-over": pb.PREVIEW_END_MATCH_OVER,
    "chance": pb.PREVIEW_END_CHANCE,
    "secret": pb.PREVIEW_END_SECRET,
}


def to_message(snapshot: Snapshot, seat: int, preview: Preview) -> pb.PreviewMoveResponse:
    """A preview of a move in the match of a snapshot, as the seat that moves may see it."""
    first = snapshot.match.seq + 1
    return pb.PreviewMoveResponse(
        events=[_event(snapshot.game.name, number, seat, fact) for number, fact in enumerate(preview.facts, first)],
        view=snapshot._replace(state=preview.state).view(seat),
        end=_ENDS[preview.end],
    )


def _event(game: str, seq: int, seat: int, fact: GameEvent) -> event_pb2.Event:
    message = event_pb2.Event(seq=seq, type=f"{game}.{type(fact).__name__}", actor=f"seat:{seat}")
    fill_fact(message, game, fact)
    return message

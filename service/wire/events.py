"""Events and openings as messages."""

from functools import partial
from typing import Final

import msgspec

from clio.v1 import event_pb2
from domain.kernel.disclosure import redact
from domain.kernel.game import SPECTATOR, GameEvent
from domain.kernel.lifecycle import Aborted, Finished
from domain.kernel.match_event import MatchEvent
from domain.kernel.sealing import Opening
from service.live.stream import LiveEvent
from service.wire.mirror import fill, fill_choice, snake
from service.wire.timestamps import to_timestamp

_EVENTS_TAG: Final = b"\x0a"
"""Field 1, length-delimited: ``WatchMatchResponse.events``."""


def to_message(event: MatchEvent) -> event_pb2.Event:
    """The event as everybody may see it: sealed fields are absent."""
    payload = redact(event, SPECTATOR).payload
    message = event_pb2.Event(
        seq=event.seq,
        type=event.type,
        actor=event.actor,
        at=to_timestamp(event.at),
        request_id=event.request,
        canonical=event.canonical,
        digest=event.digest,
        sealed={field: bytes.fromhex(value) for field, value in event.sealed.items()},
    )
    if isinstance(payload, GameEvent):
        if payload.move is not msgspec.UNSET:
            message.move = payload.move
        fill_choice(getattr(message, event.type.partition(".")[0]), payload)
    else:
        fill(getattr(message, snake(type(payload).__name__)), payload)
    return message


def live_event(event: MatchEvent) -> LiveEvent:
    """The event on its way to watchers."""
    return LiveEvent(
        seq=event.seq,
        digest=event.digest,
        canonical=event.canonical,
        has_secrets=bool(event.sealed),
        ends_match=isinstance(event.payload, Finished | Aborted),
        frame=partial(framed, event),
    )


def framed(event: MatchEvent) -> bytes:
    """The event as a part of a ``WatchMatchResponse``: such parts can be joined, and are the same for all."""
    body = to_message(event).SerializeToString()
    return _EVENTS_TAG + _varint(len(body)) + body


def to_opening(opening: Opening) -> event_pb2.Opening:
    """An opening as a message."""
    return event_pb2.Opening(
        seq=opening.seq, field=opening.field, salt=bytes.fromhex(opening.salt), value=bytes(opening.value)
    )


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:  # noqa: PLR2004 (seven bits a byte)
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)

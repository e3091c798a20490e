"""Events and openings as messages."""

from collections.abc import Mapping
from functools import cache, lru_cache, partial
from typing import Final

import msgspec

from clio.v1 import event_pb2
from domain.kernel.disclosure import redact
from domain.kernel.event_types import LIFECYCLE_PREFIX
from domain.kernel.game import SPECTATOR, GameEvent
from domain.kernel.lifecycle import Aborted, Finished
from domain.kernel.match_event import MatchEvent
from domain.kernel.sealing import Opening
from service.live.stream import LiveEvent
from service.wire.encoding import Encode, delimited, encoder, message_of, tag, varint
from service.wire.mirror import fill, fill_choice, snake
from service.wire.timestamps import to_timestamp

_EVENTS: Final = tag(1)
"""Before each event of a ``WatchMatchResponse``."""
_TAGS: Final = {field.name: tag(field.number) for field in event_pb2.Event.DESCRIPTOR.fields}
_SEQ: Final = tag(1, 0)


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
    return delimited(_EVENTS, encoded(event))


def encoded(event: MatchEvent) -> bytes:
    """The bytes of the event's message, without the message."""
    payload = redact(event, SPECTATOR).payload if event.secrets else event.payload
    before, encode = _payload_encoder(event.type)
    body = encode(payload)
    return b"".join(
        (
            _SEQ,
            varint(event.seq),
            _named(event.type, event.actor),
            _at(event.at),
            delimited(_TAGS["request_id"], event.request.encode()) if event.request else b"",
            delimited(_TAGS["move"], payload.move.encode()) if isinstance(payload, GameEvent) and payload.move else b"",
            delimited(_TAGS["canonical"], event.canonical),
            delimited(_TAGS["digest"], event.digest),
            _sealed(event.sealed) if event.sealed else b"",
            delimited(before[0], delimited(before[1], body)) if len(before) > 1 else delimited(before[0], body),
        )
    )


@lru_cache(maxsize=1024)
def _named(kind: str, actor: str) -> bytes:
    return delimited(_TAGS["type"], kind.encode()) + delimited(_TAGS["actor"], actor.encode())


@lru_cache(maxsize=64)
def _at(at: str) -> bytes:
    return delimited(_TAGS["at"], to_timestamp(at).SerializeToString())


def _sealed(sealed: Mapping[str, str]) -> bytes:
    entries = (delimited(tag(1), field.encode()) + delimited(tag(2), bytes.fromhex(it)) for field, it in sealed.items())
    return b"".join(delimited(_TAGS["sealed"], entry) for entry in entries)


@cache
def _payload_encoder(kind: str) -> tuple[tuple[bytes, ...], Encode]:
    """What stands before a type's payload, and how it is written: a game's payloads are in a message of the game."""
    prefix, _, name = kind.partition(".")
    fields = event_pb2.Event.DESCRIPTOR.fields_by_name
    if prefix == LIFECYCLE_PREFIX:
        field = fields[snake(name)]
        return (tag(field.number),), encoder(message_of(field))
    game = fields[prefix]
    field = message_of(game).fields_by_name[snake(name)]
    return (tag(game.number), tag(field.number)), encoder(message_of(field))


def to_opening(opening: Opening) -> event_pb2.Opening:
    """An opening as a message."""
    return event_pb2.Opening(
        seq=opening.seq, field=opening.field, salt=bytes.fromhex(opening.salt), value=bytes(opening.value)
    )

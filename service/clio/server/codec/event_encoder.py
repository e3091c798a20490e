"""Events and openings as messages."""

from functools import partial

import msgspec

from clio.kernel.events.lifecycle import Aborted, Finished
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import SPECTATOR, GameEvent
from clio.kernel.integrity.commitments import Opening
from clio.kernel.match.redaction import redact
from clio.server.codec.event_fields import (
    CANONICAL,
    DIGEST,
    EVENT,
    MOVE,
    REQUEST_ID,
    SEQ,
    moment,
    named,
    payload_form,
    sealed_fields,
)
from clio.server.codec.struct_encoder import delimited, varint
from clio.server.codec.struct_messages import fill, fill_choice, snake
from clio.server.codec.timestamps import to_timestamp
from clio.server.livestream.stream import LiveEvent
from clio.v1 import event_pb2


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
    return delimited(EVENT, encoded(event))


def encoded(event: MatchEvent) -> bytes:
    """The bytes of the event's message, without the message."""
    payload = redact(event, SPECTATOR).payload if event.secrets else event.payload
    outer, inner, encode = payload_form(event.type)
    body = encode(payload)
    return b"".join(
        (
            SEQ,
            varint(event.seq),
            named(event.type, event.actor),
            moment(event.at),
            delimited(REQUEST_ID, event.request.encode()) if event.request else b"",
            delimited(MOVE, payload.move.encode()) if isinstance(payload, GameEvent) and payload.move else b"",
            delimited(CANONICAL, event.canonical),
            delimited(DIGEST, event.digest),
            sealed_fields(event.sealed) if event.sealed else b"",
            delimited(outer, delimited(inner, body) if inner else body),
        )
    )


def to_opening(opening: Opening) -> event_pb2.Opening:
    """An opening as a message."""
    return event_pb2.Opening(
        seq=opening.seq, field=opening.field, salt=bytes.fromhex(opening.salt), value=bytes(opening.value)
    )

"""The encoder of ``clio.v1.Event``: recorded events, in memory or as stored, to protobuf bytes.

Both kinds go through ``_frame``, which writes the fields of the message by hand: several times as fast as filling the
message (``to_message``), which the tests compare it with.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any, Final, NamedTuple

import msgspec

from clio.kernel.events.event_types import LIFECYCLE_PREFIX, EventTypes
from clio.kernel.events.lifecycle import Aborted, Finished
from clio.kernel.events.match_event import Envelope, MatchEvent, Payload
from clio.kernel.events.storage_codec import decode_event, shown
from clio.kernel.game import SPECTATOR, GameEvent
from clio.kernel.integrity.chain import link
from clio.kernel.integrity.commitments import Opening
from clio.kernel.match.aggregate import BrokenChainError
from clio.kernel.match.redaction import redact
from clio.server.codec.external_game import BESIDE, EXTERNAL, field_of, fill_game_event, to_external
from clio.server.codec.fair_play import to_duration
from clio.server.codec.live_event import LiveEvent
from clio.server.codec.struct_encoder import VARINTS, Encode, delimited, encoder, message_of, tag
from clio.server.codec.struct_messages import fill, snake
from clio.server.codec.timestamps import to_timestamp
from clio.v1 import event_pb2

_FIELDS: Final = event_pb2.Event.DESCRIPTOR.fields_by_name
_TAGS: Final = {name: tag(field.number) for name, field in _FIELDS.items()}
_EVENT: Final = tag(1)
"""The tag of ``WatchMatchResponse.events``."""
_SEQ: Final = tag(_FIELDS["seq"].number, 0)
_REQUEST_ID: Final = _TAGS["request_id"]
_MOVE: Final = _TAGS["move"]
_REMAINING: Final = _TAGS["remaining"]
_CANONICAL: Final = _TAGS["canonical"]
_DIGEST: Final = _TAGS["digest"]
_TYPE_KEY: Final = b'"type":"'
"""Canonical bytes end with the type: their keys are sorted."""
_TYPE_KEY_SIZE: Final = len(_TYPE_KEY)


class _Position(msgspec.Struct, frozen=True):
    seq: int


_POSITION: Final = msgspec.json.Decoder(_Position)


class PayloadForm(NamedTuple):
    """How the payload of an event type is encoded; ``inner`` is its tag in the message of a game, else empty."""

    outer: bytes
    inner: bytes
    encode: Encode


@cache
def payload_form(kind: str) -> PayloadForm:
    """The form of an event type."""
    prefix, _, name = kind.partition(".")
    if prefix == LIFECYCLE_PREFIX:
        field = _FIELDS[snake(name)]
        return PayloadForm(tag(field.number), b"", encoder(message_of(field)))
    if field_of(prefix) == EXTERNAL:
        return PayloadForm(tag(_FIELDS[EXTERNAL].number), b"", partial(_external, prefix))
    field = message_of(_FIELDS[prefix]).fields_by_name[snake(name)]
    return PayloadForm(tag(_FIELDS[prefix].number), tag(field.number), encoder(message_of(field)))


def _external(game: str, payload: GameEvent) -> bytes:
    """The fields of a plug-in's event; its move is in ``Event.move``."""
    return to_external(game, payload, without=BESIDE).SerializeToString(deterministic=True)


def _frame(event: Any, payload: Any, canonical: bytes, digest: bytes, form: PayloadForm) -> bytes:  # noqa: ANN401 (a ``MatchEvent`` or an envelope: both have these fields)
    """The event as a part of a ``WatchMatchResponse``; such parts can be concatenated."""
    outer, inner, encode = form
    body = encode(payload)
    if inner:
        body = inner + VARINTS[len(body)] + body
    request = event.request.encode()
    # Only games' events have a move.
    move = payload.move.encode() if isinstance(payload, GameEvent) and payload.move else b""
    message = b"".join(
        (
            _SEQ,
            VARINTS[event.seq],
            _type_and_actor(event.type, event.actor),
            _at(event.at),
            _REQUEST_ID + VARINTS[len(request)] + request if request else b"",
            _MOVE + VARINTS[len(move)] + move if move else b"",
            _CANONICAL,
            VARINTS[len(canonical)],
            canonical,
            _DIGEST,
            VARINTS[len(digest)],
            digest,
            _sealed(event.sealed) if event.sealed else b"",
            _remaining(payload.clock) if inner and payload.clock is not msgspec.UNSET else b"",
            outer,
            VARINTS[len(body)],
            body,
        )
    )
    return _EVENT + VARINTS[len(message)] + message


@lru_cache(maxsize=1024)
def _type_and_actor(kind: str, actor: str) -> bytes:
    return delimited(_TAGS["type"], kind.encode()) + delimited(_TAGS["actor"], actor.encode())


def _remaining(milliseconds: int) -> bytes:
    """The time that a move says was left."""
    return delimited(_REMAINING, to_duration(milliseconds).SerializeToString())


@lru_cache(maxsize=64)
def _at(at: str) -> bytes:
    """The timestamp; all events of a move share it."""
    return delimited(_TAGS["event_time"], to_timestamp(at).SerializeToString())


def _sealed(sealed: Mapping[str, str]) -> bytes:
    """The commitments to sealed fields."""
    entries = (delimited(tag(1), field.encode()) + delimited(tag(2), bytes.fromhex(it)) for field, it in sealed.items())
    return b"".join([delimited(_TAGS["sealed"], entry) for entry in entries])


def framed(event: MatchEvent) -> bytes:
    """A recorded event as every viewer may see it, as a part of a ``WatchMatchResponse``."""
    payload = redact(event, SPECTATOR).payload if event.secrets else event.payload
    return _frame(event, payload, event.canonical, event.digest, payload_form(event.type))


def live_event(event: MatchEvent) -> LiveEvent:
    """A recorded event, ready for watchers."""
    return LiveEvent(
        seq=event.seq,
        digest=event.digest,
        canonical=event.canonical,
        has_secrets=bool(event.sealed),
        ends_match=isinstance(event.payload, Finished | Aborted),
        frame=partial(framed, event),
    )


class _StoredForm(NamedTuple):
    """How a stored event type is decoded and encoded."""

    decode: Callable[[bytes], Any]
    schema: int
    form: PayloadForm


class _StoredForms(dict[bytes, _StoredForm]):
    """By type; each is made for the first event of its type."""

    def __init__(self, types: EventTypes) -> None:
        super().__init__()
        self._types: Final = types

    def __missing__(self, name: bytes) -> _StoredForm:
        kind = name.decode()
        decode = _envelope_decoder(self._types.class_of(kind))
        form = self[name] = _StoredForm(decode, self._types.upcasters.latest(kind), payload_form(kind))
        return form


def _envelope_decoder(payload: type[Payload]) -> Callable[[bytes], Any]:
    """Decodes an envelope together with its payload."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(Envelope):
        kind = payload if field.name == "public" else field.type
        fields.append((field.name, kind) if field.required else (field.name, kind, field.default))
    whole = msgspec.defstruct("TypedEnvelope", fields, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False)
    return msgspec.json.Decoder(whole).decode


class StoredEventEncoder:
    """Encodes stored events from their canonical bytes and digests, without the server's private part."""

    def __init__(self, types: EventTypes) -> None:
        self._types: Final = types
        self._forms: Final = _StoredForms(types)

    def frames(self, states: Sequence[bytes], seq: int, digest: bytes | None) -> list[bytes]:
        """The events after a position; raises BrokenChainError unless they continue its digest and each other."""
        frames = []
        for state in states:
            line, stored_digest = shown(state)
            seq += 1
            if digest is not None and link(digest, line) != stored_digest:
                raise BrokenChainError(f"event {seq} does not continue event {seq - 1}")
            digest = stored_digest
            frames.append(self._stored_frame(line, digest, seq))
        return frames

    def _stored_frame(self, line: bytes, digest: bytes, seq: int) -> bytes:
        decode, schema, form = self._forms[line[line.rfind(_TYPE_KEY) + _TYPE_KEY_SIZE : -2]]
        try:
            event = decode(line)
        except msgspec.ValidationError:
            return self._old_schema(line, digest)
        if event.schema != schema:
            return self._old_schema(line, digest)
        if event.seq != seq:
            raise BrokenChainError(f"event {event.seq} stands in the place of event {seq}")
        return _frame(event, event.public, line, digest, form)

    def _old_schema(self, line: bytes, digest: bytes) -> bytes:
        return framed(decode_event(self._types, line, digest, {}, {}))


def seq_in(line: bytes) -> int:
    """The position in canonical bytes."""
    return _POSITION.decode(line).seq


def to_message(event: MatchEvent) -> event_pb2.Event:
    """The event as every viewer may see it, as a message. Refuses values that the message cannot hold."""
    payload = redact(event, SPECTATOR).payload
    message = event_pb2.Event(
        seq=event.seq,
        type=event.type,
        actor=event.actor,
        event_time=to_timestamp(event.at),
        request_id=event.request,
        canonical=event.canonical,
        digest=event.digest,
        sealed={field: bytes.fromhex(value) for field, value in event.sealed.items()},
    )
    if isinstance(payload, GameEvent):
        fill_fact(message, event.type.partition(".")[0], payload)
    else:
        fill(getattr(message, snake(type(payload).__name__)), payload)
    return message


def fill_fact(message: event_pb2.Event, game: str, fact: GameEvent) -> None:
    """Sets the move and the payload of a game's fact."""
    if fact.move is not msgspec.UNSET:
        message.move = fact.move
    if fact.clock is not msgspec.UNSET:
        message.remaining.CopyFrom(to_duration(fact.clock))
    fill_game_event(message, game, fact)


def to_opening(opening: Opening) -> event_pb2.Opening:
    """An opening as a message."""
    return event_pb2.Opening(
        seq=opening.seq, field=opening.field, salt=bytes.fromhex(opening.salt), value=bytes(opening.value)
    )

"""Stored events straight to the wire: from the canonical bytes and the digest, never from what the server keeps."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.match_event import Envelope, Payload
from clio.kernel.events.storage_codec import decode_event, shown
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chain import GENESIS, link
from clio.kernel.match.aggregate import BrokenChainError
from clio.server.codec.event_encoder import framed
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
from clio.server.codec.struct_encoder import VARINTS, Encode

_TYPE: Final = b'"type":"'
"""Canonical bytes end with the type: the names of their fields are in order."""
_TYPE_SIZE: Final = len(_TYPE)
_DIGEST: Final = DIGEST + VARINTS[len(GENESIS)]


class _Position(msgspec.Struct, frozen=True):
    seq: int


_POSITION: Final = msgspec.json.Decoder(_Position)


class _Form(NamedTuple):
    """How a type of event is read and written now."""

    decode: Callable[[bytes], Any]
    schema: int
    is_of_game: bool
    outer: bytes
    inner: bytes
    encode: Encode


class _Forms(dict[bytes, _Form]):
    """By type; each is made when its first event comes."""

    def __init__(self, types: EventTypes) -> None:
        super().__init__()
        self._types: Final = types

    def __missing__(self, name: bytes) -> _Form:
        kind = name.decode()
        payload = self._types.classes[kind]
        outer, inner, encode = payload_form(kind)
        schema, is_of_game = self._types.upcasters.latest(kind), issubclass(payload, GameEvent)
        form = self[name] = _Form(_decoder(payload), schema, is_of_game, outer, inner, encode)
        return form


def _decoder(payload: type[Payload]) -> Callable[[bytes], Any]:
    """Reads an envelope and its payload in one go."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(Envelope):
        kind = payload if field.name == "public" else field.type
        fields.append((field.name, kind) if field.required else (field.name, kind, field.default))
    whole = msgspec.defstruct("TypedEnvelope", fields, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False)
    return msgspec.json.Decoder(whole).decode


class StoredEventEncoder:
    """Writes stored events as parts of a ``WatchMatchResponse``; each is decoded once, payload and all."""

    def __init__(self, types: EventTypes) -> None:
        self._types: Final = types
        self._forms: Final = _Forms(types)

    def frames(self, states: Sequence[bytes], seq: int, digest: bytes | None) -> list[bytes]:
        """The events after a position; they must continue it, as far as its digest is known, and each other."""
        frames = []
        for state in states:
            line, told = shown(state)
            seq += 1
            if digest is not None and link(digest, line) != told:
                raise BrokenChainError(f"event {seq} does not continue event {seq - 1}")
            digest = told
            frames.append(self._frame(line, digest, seq))
        return frames

    def _frame(self, line: bytes, digest: bytes, seq: int) -> bytes:
        decode, schema, is_of_game, outer, inner, encode = self._forms[line[line.rfind(_TYPE) + _TYPE_SIZE : -2]]
        try:
            event = decode(line)
        except msgspec.ValidationError:
            return self._old_form(line, digest)
        if event.schema != schema:
            return self._old_form(line, digest)
        if event.seq != seq:
            raise BrokenChainError(f"event {event.seq} stands in the place of event {seq}")
        public = event.public
        body = encode(public)
        if inner:
            body = inner + VARINTS[len(body)] + body
        request = event.request.encode()
        move = public.move.encode() if is_of_game and public.move else b""
        message = b"".join(
            (
                SEQ,
                VARINTS[seq],
                named(event.type, event.actor),
                moment(event.at),
                REQUEST_ID + VARINTS[len(request)] + request if request else b"",
                MOVE + VARINTS[len(move)] + move if move else b"",
                CANONICAL,
                VARINTS[len(line)],
                line,
                _DIGEST,
                digest,
                sealed_fields(event.sealed) if event.sealed else b"",
                outer,
                VARINTS[len(body)],
                body,
            )
        )
        return EVENT + VARINTS[len(message)] + message

    def _old_form(self, line: bytes, digest: bytes) -> bytes:
        return framed(decode_event(self._types, line, digest, {}, {}))


def seq_in(line: bytes) -> int:
    """The position that canonical bytes have."""
    return _POSITION.decode(line).seq

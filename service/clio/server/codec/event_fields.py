"""The fields of an event's message as bytes: what all who write one by hand share."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from clio.kernel.events.event_types import LIFECYCLE_PREFIX
from clio.server.codec.struct_encoder import Encode, delimited, encoder, message_of, tag
from clio.server.codec.struct_messages import snake
from clio.server.codec.timestamps import to_timestamp
from clio.v1 import event_pb2

_FIELDS: Final = event_pb2.Event.DESCRIPTOR.fields_by_name
_TAGS: Final = {name: tag(field.number) for name, field in _FIELDS.items()}

EVENT: Final = tag(1)
"""Before each event of a ``WatchMatchResponse``."""
SEQ: Final = tag(_FIELDS["seq"].number, 0)
REQUEST_ID: Final = _TAGS["request_id"]
MOVE: Final = _TAGS["move"]
CANONICAL: Final = _TAGS["canonical"]
DIGEST: Final = _TAGS["digest"]


class PayloadForm(NamedTuple):
    """How a type's payload is written; ``inner`` stands before it in the message of a game, if it is a game's."""

    outer: bytes
    inner: bytes
    encode: Encode


@cache
def payload_form(kind: str) -> PayloadForm:
    """The form of a type of event."""
    prefix, _, name = kind.partition(".")
    if prefix == LIFECYCLE_PREFIX:
        field = _FIELDS[snake(name)]
        return PayloadForm(tag(field.number), b"", encoder(message_of(field)))
    field = message_of(_FIELDS[prefix]).fields_by_name[snake(name)]
    return PayloadForm(tag(_FIELDS[prefix].number), tag(field.number), encoder(message_of(field)))


@lru_cache(maxsize=1024)
def named(kind: str, actor: str) -> bytes:
    """The type, and who caused it."""
    return delimited(_TAGS["type"], kind.encode()) + delimited(_TAGS["actor"], actor.encode())


@lru_cache(maxsize=64)
def moment(at: str) -> bytes:
    """When it happened; the events of a move share it."""
    return delimited(_TAGS["at"], to_timestamp(at).SerializeToString())


def sealed_fields(sealed: Mapping[str, str]) -> bytes:
    """The commitments."""
    entries = (delimited(tag(1), field.encode()) + delimited(tag(2), bytes.fromhex(it)) for field, it in sealed.items())
    return b"".join([delimited(_TAGS["sealed"], entry) for entry in entries])

"""An event as an entry of a Redis Stream; docs/live-stream.md is its contract."""

from collections.abc import Callable, Mapping
from typing import Final

from domain.kernel.event_types import EventTypes
from domain.kernel.stored import decode_event
from service.live.stream import LiveEvent
from service.wire.events import live_event

_PREFIX: Final = b"clio:{"
_SUFFIX: Final = b"}:events"

Decode = Callable[[Mapping[bytes, bytes]], LiveEvent]


def stream_key(match_id: str) -> bytes:
    """The match's stream; the braces put all keys of a match into one slot of a cluster."""
    return _PREFIX + match_id.encode() + _SUFFIX


def match_of(key: bytes) -> str:
    """The match whose stream it is."""
    return key.removeprefix(_PREFIX).removesuffix(_SUFFIX).decode()


def presence_key(match_id: str) -> bytes:
    """Where servers note who is connected."""
    return _PREFIX + match_id.encode() + b"}:presence"


def entry_id(seq: int) -> str:
    """The id of an event's entry: Redis refuses an id that is not greater than the last one."""
    return f"{seq}-0"


def to_fields(event: LiveEvent) -> dict[str | bytes, str | bytes]:
    """What everybody may read: canonical bytes hold commitments where something is sealed."""
    return {"event": event.canonical, "digest": event.digest.hex()}


def entry_decoder(types: EventTypes) -> Decode:
    """Reads entries back. The message is made anew from the canonical bytes, so that only the chain is believed."""

    def decode(fields: Mapping[bytes, bytes]) -> LiveEvent:
        digest = bytes.fromhex(fields[b"digest"].decode())
        return live_event(decode_event(types, fields[b"event"], digest, {}, {}))

    return decode

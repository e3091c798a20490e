"""An event as an entry of a Redis Stream; docs/live-stream.md is its contract."""

import hmac
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.storage_codec import decode_event
from clio.server.codec.event_encoder import live_event
from clio.server.codec.live_event import LiveEvent
from clio.server.livestream.stream_identity import StreamIdentity, flags_of

EPOCHS: Final = b"clio:epochs"
"""Where readers without the database find the epoch; servers never read it."""
_PREFIX: Final = b"clio:{"
_EVENTS: Final = b"}:events:"

Fields = Mapping[bytes, bytes]
Decode = Callable[[StreamIdentity, str, bytes, Fields], LiveEvent]


class UnauthenticError(Exception):
    """An entry that no server of this epoch has written, or that this server cannot read."""


def stream_key(match_id: str, epoch: str) -> bytes:
    """The match's stream in an epoch; the braces put all keys of a match into one slot of a cluster."""
    return _PREFIX + match_id.encode() + _EVENTS + epoch.encode()


def presence_key(match_id: str) -> bytes:
    """The key of the presence of a match."""
    return _PREFIX + match_id.encode() + b"}:presence"


def entry_id(seq: int) -> str:
    """The id of an event's entry: Redis refuses an id that is not greater than the last one."""
    return f"{seq}-0"


def to_fields(identity: StreamIdentity, match_id: str, event: LiveEvent) -> dict[str | bytes, str | bytes]:
    """The public fields (canonical bytes hold commitments of sealed fields) and the servers' HMAC."""
    flags = flags_of(event)
    mac = identity.mac(match_id, event.seq, event.digest, flags, event.canonical)
    return {"event": event.canonical, "digest": event.digest.hex(), "flags": flags, "mac": mac.hex()}


def entry_decoder(types: EventTypes) -> Decode:
    """Decodes entries. Verifies the HMAC before parsing; builds the message from the canonical bytes."""

    def decode(identity: StreamIdentity, match_id: str, entry: bytes, fields: Fields) -> LiveEvent:
        try:
            seq = int(entry.removesuffix(b"-0"))
            canonical, flags = fields[b"event"], fields[b"flags"]
            digest, mac = (bytes.fromhex(fields[name].decode("ascii")) for name in (b"digest", b"mac"))
        except (KeyError, ValueError) as error:
            raise UnauthenticError(type(error).__name__) from error
        if not hmac.compare_digest(mac, identity.mac(match_id, seq, digest, flags, canonical)):
            raise UnauthenticError("wrong HMAC")
        try:
            event = live_event(decode_event(types, canonical, digest, {}, {}))
        except (msgspec.MsgspecError, LookupError, ValueError, TypeError) as error:
            raise UnauthenticError("written by a server of another version") from error
        if (event.seq, flags_of(event)) != (seq, flags):
            raise UnauthenticError("its flags are not those of its event")
        return event

    return decode

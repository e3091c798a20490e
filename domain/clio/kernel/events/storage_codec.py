"""How an event rests in a store: its canonical bytes as they are, a line feed, and what only the server keeps."""

from binascii import unhexlify
from typing import Final

import msgspec

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.match_event import Envelope, MatchEvent
from clio.kernel.integrity.canonical import canonical


class _Kept(msgspec.Struct, frozen=True):
    """What stands beside the canonical bytes: never hashed, never shown."""

    digest: str
    private: dict[str, str] = {}
    secrets: dict[str, msgspec.Raw] = {}


_DIGEST: Final = b'{"digest":"'
_HEX: Final = slice(len(_DIGEST), len(_DIGEST) + 64)
_NO_SECRETS: Final = b',"secrets":{}}'
_KEPT: Final = msgspec.json.Decoder(_Kept)
_ENVELOPE: Final = msgspec.json.Decoder(Envelope)


def to_bytes(event: MatchEvent) -> bytes:
    """The stored form of an event."""
    if not event.private and not event.secrets:
        return b'%b\n{"digest":"%b","private":{},"secrets":{}}' % (event.canonical, event.digest.hex().encode())
    kept = _Kept(digest=event.digest.hex(), private=dict(event.private), secrets=dict(event.secrets))
    return event.canonical + b"\n" + canonical(kept)


def shown(data: bytes) -> tuple[bytes, bytes]:
    """Of a stored event what everybody may see: its canonical bytes and its digest."""
    line, _, kept = data.partition(b"\n")
    if not kept.startswith(_DIGEST):
        return line, bytes.fromhex(_KEPT.decode(kept).digest)
    return line, unhexlify(kept[_HEX])


def has_secrets(data: bytes) -> bool:
    """Whether a stored event keeps values of sealed fields."""
    return not data.endswith(_NO_SECRETS)


def from_bytes(types: EventTypes, data: bytes) -> MatchEvent:
    """The event that was stored."""
    line, _, rest = data.partition(b"\n")
    kept = _KEPT.decode(rest)
    return decode_event(types, line, bytes.fromhex(kept.digest), kept.secrets, kept.private)


def decode_event(
    types: EventTypes,
    line: bytes,
    digest: bytes,
    secrets: dict[str, msgspec.Raw],
    private: dict[str, str],
) -> MatchEvent:
    """The event whose canonical bytes are ``line``, with what its reader knows beside it."""
    envelope = _ENVELOPE.decode(line)
    return MatchEvent(
        match_id=envelope.match,
        seq=envelope.seq,
        type=envelope.type,
        actor=envelope.actor,
        at=envelope.at,
        request=envelope.request,
        payload=types.decode(envelope.type, envelope.public, secrets, envelope.schema),
        canonical=line,
        digest=digest,
        sealed=envelope.sealed or {},
        secrets=secrets,
        private=private,
    )

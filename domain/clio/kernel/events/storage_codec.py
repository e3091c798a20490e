"""The stored form of an event: its canonical bytes, a line feed, and the fields that only the server has."""

from binascii import unhexlify
from typing import Final

import msgspec

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.match_event import Envelope, MatchEvent
from clio.kernel.integrity.canonical import canonical


class _ServerFields(msgspec.Struct, frozen=True):
    """The part after the canonical bytes: neither hashed nor shown."""

    digest: str
    private: dict[str, str] = {}
    secrets: dict[str, msgspec.Raw] = {}


_DIGEST: Final = b'{"digest":"'
_HEX: Final = slice(len(_DIGEST), len(_DIGEST) + 64)
_NO_SECRETS: Final = b',"secrets":{}}'
_SERVER_FIELDS: Final = msgspec.json.Decoder(_ServerFields)
_ENVELOPE: Final = msgspec.json.Decoder(Envelope)


def to_bytes(event: MatchEvent) -> bytes:
    """The stored form of an event."""
    if not event.private and not event.secrets:
        return b'%b\n{"digest":"%b","private":{},"secrets":{}}' % (event.canonical, event.digest.hex().encode())
    fields = _ServerFields(digest=event.digest.hex(), private=dict(event.private), secrets=dict(event.secrets))
    return event.canonical + b"\n" + canonical(fields)


def shown(data: bytes) -> tuple[bytes, bytes]:
    """The public part of a stored event: its canonical bytes and its digest."""
    line, _, rest = data.partition(b"\n")
    if not rest.startswith(_DIGEST):
        return line, bytes.fromhex(_SERVER_FIELDS.decode(rest).digest)
    return line, unhexlify(rest[_HEX])


def has_secrets(data: bytes) -> bool:
    """Whether a stored event has values of sealed fields."""
    return not data.endswith(_NO_SECRETS)


def from_bytes(types: EventTypes, data: bytes) -> MatchEvent:
    """Decodes a stored event."""
    line, _, rest = data.partition(b"\n")
    fields = _SERVER_FIELDS.decode(rest)
    return decode_event(types, line, bytes.fromhex(fields.digest), fields.secrets, fields.private)


def decode_event(
    types: EventTypes,
    line: bytes,
    digest: bytes,
    secrets: dict[str, msgspec.Raw],
    private: dict[str, str],
) -> MatchEvent:
    """Decodes canonical bytes into an event, with the secrets and private fields that the reader knows."""
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

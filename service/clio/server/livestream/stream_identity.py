"""The identity of the live stream between servers: its epoch, and the key that authenticates its entries."""

import hmac
import secrets
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple, Protocol

from eventsourcing.persistence import Cipher

from clio.server.codec.live_event import LiveEvent
from clio.server.settings import SettingsError

TABLE: Final = "clio_stream"
_KEY_BYTES: Final = 32
_EPOCH_BYTES: Final = 16
_SEALED, _ENDS = 1, 2


class StreamIdentity(NamedTuple):
    """One epoch of the stream. Epoch and key are generated together."""

    epoch: str
    key: bytes

    def mac(self, match_id: str, seq: int, digest: bytes, flags: bytes, canonical: bytes) -> bytes:
        """The HMAC-SHA256 of an entry; every part is length-prefixed, so that no two entries have the same input."""
        match, epoch = match_id.encode(), self.epoch.encode()
        sizes = (len(match), len(epoch), seq, len(digest), len(flags), len(canonical))
        made = _keyed(self.key).copy()
        made.update(b"clio-live/1 %d %d %d %d %d %d " % sizes)
        made.update(match + epoch + digest + flags + canonical)
        return made.digest()


class IdentitySource(Protocol):
    """The source of the stream's identity."""

    current: StreamIdentity
    """The latest one known."""
    is_held: bool
    """Whether this server still holds the record's lock: the identity is certainly current."""

    renewed_at: float
    """When a new epoch was learned while the server ran (monotonic seconds)."""

    def start(self, on_change: Callable[[], None]) -> None:
        """Starts; ``on_change`` is called on this event loop after a new epoch."""

    def close(self) -> None:
        """Releases the lock."""


@lru_cache(maxsize=4)
def _keyed(key: bytes) -> "hmac.HMAC":
    """Made once for a key: a copy is several times faster than a new one for every entry."""
    return hmac.new(key, digestmod=sha256)


def new_identity() -> StreamIdentity:
    """An identity that no server has used."""
    return StreamIdentity(secrets.token_hex(_EPOCH_BYTES), secrets.token_bytes(_KEY_BYTES))


def flags_of(event: LiveEvent) -> bytes:
    """The flags that receivers act on, as a digit: whether the event has secrets, and whether it ends the match."""
    return b"%d" % (_SEALED * event.has_secrets + _ENDS * event.ends_match)


def stored_key(identity: StreamIdentity, cipher: Cipher | None) -> bytes:
    """The key as the database keeps it."""
    return cipher.encrypt(identity.key) if cipher else identity.key


def loaded_identity(epoch: str, stored: bytes, cipher: Cipher | None) -> StreamIdentity:
    """The identity that was stored; refuses a key that another CLIO_CIPHER_KEY has enciphered."""
    try:
        key = cipher.decrypt(stored) if cipher else stored
    except ValueError:
        key = b""
    if len(key) != _KEY_BYTES:
        raise SettingsError("CLIO_CIPHER_KEY differs from that of the other servers on this event store.")
    return StreamIdentity(epoch, key)

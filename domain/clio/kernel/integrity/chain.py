"""The hash chain that binds every event of a match to all events before it."""

from hashlib import sha256
from typing import Final

FORMAT: Final = "clio-record/1"
GENESIS: Final = sha256(FORMAT.encode()).digest()


def link(previous: bytes, event: bytes) -> bytes:
    """The digest of an event: the hash of the previous digest and the event's canonical bytes."""
    return sha256(previous + event).digest()


def head_message(match_id: str, seq: int, digest: bytes) -> bytes:
    """The bytes a server signs to vouch for a match up to ``seq``."""
    return f"clio-head/1{match_id}/{seq}/{digest.hex()}".encode()

"""The inside of a backup: frames, each a kind, a length and a body, with a count and a digest of all at the end."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final, NamedTuple, TypeVar

import msgspec

from clio.server.backup.errors import BackupError
from clio.server.signing_keys import RetiredKey

PREFACE: Final = b"P"
KEYS: Final = b"K"
API_KEYS: Final = b"C"
ARCHIVED: Final = b"A"
EVENT: Final = b"E"
TRAILER: Final = b"T"
_LENGTH: Final = 4
_HEAD: Final = 1 + _LENGTH
_POSITION: Final = 8
MAX_FRAME_BYTES: Final = 32 * 1024 * 1024
"""A foreign record may have 8 MiB; a longer frame is no frame."""

T = TypeVar("T")


class Preface(msgspec.Struct, frozen=True):
    """What the backup is of: every event up to a position of the log."""

    created_at: str
    position: int
    schema: int = 1


class Keys(msgspec.Struct, frozen=True):
    """The keys that heads are signed with, in hex; the private one only where the file is enciphered."""

    public: str
    private: str = ""
    retired: tuple[RetiredKey, ...] = ()


class Counts(msgspec.Struct, frozen=True):
    """How much a backup holds."""

    archived: int = 0
    events: int = 0
    matches: int = 0
    keys: int = 0
    """API keys; backups of earlier versions hold none."""


class Trailer(msgspec.Struct, frozen=True):
    """The last frame: how much came before, and the SHA-256 (hex) of all frames before."""

    counts: Counts
    digest: str


class Frame(NamedTuple):
    """One frame."""

    kind: bytes
    body: bytes


def encode_frame(kind: bytes, body: bytes) -> bytes:
    """A frame as bytes."""
    return kind + len(body).to_bytes(_LENGTH, "big") + body


def event_frame(position: int, stored: bytes) -> bytes:
    """An event: its position, and its bytes as docs/backup.md has them."""
    return encode_frame(EVENT, position.to_bytes(_POSITION, "big") + stored)


def split_event(body: bytes) -> tuple[int, bytes]:
    """The position and the bytes of an event's frame."""
    return int.from_bytes(body[:_POSITION], "big"), body[_POSITION:]


def verified_frames(payload: Iterable[bytes]) -> Iterator[Frame]:
    """The frames of a payload, trailer included; BackupError where they do not end as the trailer says."""
    total = sha256()
    ended = False
    for frame in _frames(payload):
        if ended:
            raise BackupError("CONTENT_WRONG", why="something follows its end")
        if frame.kind == TRAILER:
            trailer = decoded(frame.body, Trailer)
            if trailer.digest != total.hexdigest():
                raise BackupError("CONTENT_WRONG", why="its digest is not that of its content")
            ended = True
        else:
            total.update(encode_frame(*frame))
        yield frame
    if not ended:
        raise BackupError("CUT_OFF")


def decoded(body: bytes, kind: type[T]) -> T:
    """What a frame's JSON says."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError as error:
        raise BackupError("CONTENT_WRONG", why=f"a frame cannot be read: {error}") from error


def _frames(payload: Iterable[bytes]) -> Iterator[Frame]:
    waiting = bytearray()
    for part in payload:
        waiting += part
        start = 0
        while len(waiting) - start >= _HEAD:
            size = int.from_bytes(waiting[start + 1 : start + _HEAD], "big")
            if size > MAX_FRAME_BYTES:
                raise BackupError("CONTENT_WRONG", why="a frame is too long")
            end = start + _HEAD + size
            if len(waiting) < end:
                break
            yield Frame(bytes(waiting[start : start + 1]), bytes(waiting[start + _HEAD : end]))
            start = end
        del waiting[:start]
    if waiting:
        raise BackupError("CUT_OFF")

"""The payload of a backup: frames of kind, length and body, with counts and a digest at the end."""

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
NAMES: Final = b"N"
TRAILER: Final = b"T"
_LENGTH: Final = 4
_HEAD: Final = 1 + _LENGTH
_POSITION: Final = 8
MAX_FRAME_BYTES: Final = 32 * 1024 * 1024
"""An imported record has at most 8 MiB; a longer frame is invalid."""

T = TypeVar("T")


class Preface(msgspec.Struct, frozen=True):
    """The first frame: the backup holds every event up to a position of the log."""

    created_at: str
    position: int
    schema: int = 1


class Keys(msgspec.Struct, frozen=True):
    """The keys that sign heads, in hex; the private one only in an encrypted file."""

    public: str
    private: str = ""
    retired: tuple[RetiredKey, ...] = ()


class Counts(msgspec.Struct, frozen=True):
    """The number of items in a backup."""

    archived: int = 0
    events: int = 0
    matches: int = 0
    keys: int = 0
    """API keys; backups of earlier versions hold none."""
    names: int = 0
    """Player names of matches with private names."""


class Trailer(msgspec.Struct, frozen=True):
    """The last frame: counts, and the SHA-256 (hex) of all frames before it."""

    counts: Counts
    digest: str


class Frame(NamedTuple):
    """A kind and a body."""

    kind: bytes
    body: bytes


def encode_frame(kind: bytes, body: bytes) -> bytes:
    """Encodes a frame."""
    return kind + len(body).to_bytes(_LENGTH, "big") + body


def event_frame(position: int, stored: bytes) -> bytes:
    """Encodes an event: its position and its bytes, as docs/backup.md specifies."""
    return encode_frame(EVENT, position.to_bytes(_POSITION, "big") + stored)


def split_event(body: bytes) -> tuple[int, bytes]:
    """Returns the position and the bytes of an event frame."""
    return int.from_bytes(body[:_POSITION], "big"), body[_POSITION:]


def verified_frames(payload: Iterable[bytes]) -> Iterator[Frame]:
    """Yields the frames of a payload, trailer included; BackupError if the trailer does not match."""
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
    """Decodes the JSON of a frame."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError as error:
        raise BackupError("CONTENT_WRONG", why=f"a frame cannot be read: {error}") from error


def _frames(payload: Iterable[bytes]) -> Iterator[Frame]:
    buffer = bytearray()
    for part in payload:
        buffer += part
        start = 0
        while len(buffer) - start >= _HEAD:
            size = int.from_bytes(buffer[start + 1 : start + _HEAD], "big")
            if size > MAX_FRAME_BYTES:
                raise BackupError("CONTENT_WRONG", why="a frame is too long")
            end = start + _HEAD + size
            if len(buffer) < end:
                break
            yield Frame(bytes(buffer[start : start + 1]), bytes(buffer[start + _HEAD : end]))
            start = end
        del buffer[:start]
    if buffer:
        raise BackupError("CUT_OFF")

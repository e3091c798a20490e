"""The outside of a backup: chunks, compressed and enciphered; none can be changed, moved, swapped or left out."""

import hmac
import secrets
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, Final, Literal

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from clio.kernel.integrity.canonical import canonical
from clio.server.backup.errors import BackupError

MAGIC: Final = b"clio-backup/1\n"
CHUNK: Final = 256 * 1024
_MOST: Final = CHUNK + 4096
"""What cannot be compressed grows a little, and has a tag when enciphered."""
_LENGTH: Final = 4
_MAX_LABEL: Final = 1024
_SALT_BYTES: Final = 32
_COUNTER_BYTES: Final = 11


class Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line after the first: whether there is a cipher, and what tells the right key before anything is read."""

    check: str
    cipher: Literal["aes-256-gcm", "none"]
    salt: str


class _Seal:
    """A key of the file's own, from the house's key and a salt; a nonce is a chunk's number and whether it ends."""

    def __init__(self, key: bytes, salt: bytes) -> None:
        made = HKDF(SHA256(), 64, salt, MAGIC).derive(key)
        self._aead: Final = AESGCM(made[:32])
        self.check: Final = hmac.digest(made[32:], b"check", "sha256")[:16].hex()

    def close(self, number: int, chunk: bytes, label: bytes, *, last: bool) -> bytes:
        return self._aead.encrypt(_nonce(number, last=last), chunk, label)

    def open(self, number: int, chunk: bytes, label: bytes, *, last: bool) -> bytes:
        return self._aead.decrypt(_nonce(number, last=last), chunk, label)


def sealed(payload: Iterable[bytes], key: bytes | None) -> Iterator[bytes]:
    """The bytes of a backup file around a payload of any size; enciphered where there is a key."""
    salt = secrets.token_bytes(_SALT_BYTES) if key else b""
    seal = _Seal(key, salt) if key else None
    shown = Label(seal.check, "aes-256-gcm", salt.hex()) if seal else Label("", "none", "")
    label = MAGIC + canonical(shown) + b"\n"
    yield label
    waiting = bytearray()
    number = 0
    for part in payload:
        waiting += part
        # One byte stays behind, so that the last chunk is never empty and is known to be the last.
        while len(waiting) > CHUNK:
            yield _closed(seal, number, bytes(waiting[:CHUNK]), label, last=False)
            del waiting[:CHUNK]
            number += 1
    yield _closed(seal, number, bytes(waiting), label, last=True)


def opened(file: BinaryIO, keys: Sequence[bytes]) -> Iterator[bytes]:
    """The payload of a backup file; BackupError where a key or the file is not the right one."""
    label, shown = _read_label(file)
    seal = _fitting(shown, keys)
    number = 0
    chunk = _read_chunk(file)
    while chunk is not None:
        following = _read_chunk(file)
        yield _opened(seal, number, chunk, label, last=following is None)
        chunk = following
        number += 1
    if not number:
        raise BackupError("CUT_OFF")


def is_enciphered(file: BinaryIO) -> bool:
    """Whether a file needs a key."""
    return _read_label(file)[1].cipher != "none"


def _closed(seal: _Seal | None, number: int, chunk: bytes, label: bytes, *, last: bool) -> bytes:
    packed = zlib.compress(chunk, 1)
    body = seal.close(number, packed, label, last=last) if seal else packed
    return len(body).to_bytes(_LENGTH, "big") + body


def _opened(seal: _Seal | None, number: int, body: bytes, label: bytes, *, last: bool) -> bytes:
    try:
        packed = seal.open(number, body, label, last=last) if seal else body
    except InvalidTag:
        if last and seal is not None and _holds(seal, number, body, label):
            raise BackupError("CUT_OFF") from None
        raise BackupError("DAMAGED", chunk=str(number + 1)) from None
    unpacker = zlib.decompressobj()
    try:
        chunk = unpacker.decompress(packed, CHUNK + 1)
    except zlib.error as error:
        raise BackupError("DAMAGED", chunk=str(number + 1)) from error
    if not unpacker.eof or unpacker.unused_data or len(chunk) > CHUNK:
        raise BackupError("DAMAGED", chunk=str(number + 1))
    return chunk


def _holds(seal: _Seal, number: int, body: bytes, label: bytes) -> bool:
    """Whether it is a sound chunk after which others should come."""
    try:
        seal.open(number, body, label, last=False)
    except InvalidTag:
        return False
    return True


def _read_label(file: BinaryIO) -> tuple[bytes, Label]:
    magic = file.read(len(MAGIC))
    line = file.readline(_MAX_LABEL)
    try:
        shown = msgspec.json.decode(line, type=Label)
        bytes.fromhex(shown.salt)
    except (msgspec.DecodeError, ValueError):
        shown = None
    if magic != MAGIC or shown is None:
        raise BackupError("NOT_A_BACKUP")
    return magic + line, shown


def _fitting(shown: Label, keys: Sequence[bytes]) -> _Seal | None:
    if shown.cipher == "none":
        return None
    if not keys:
        raise BackupError("KEY_MISSING")
    for key in keys:
        seal = _Seal(key, bytes.fromhex(shown.salt))
        if hmac.compare_digest(seal.check, shown.check):
            return seal
    raise BackupError("KEY_WRONG")


def _read_chunk(file: BinaryIO) -> bytes | None:
    """The next chunk; None at the end of the file."""
    length = file.read(_LENGTH)
    if not length:
        return None
    size = int.from_bytes(length, "big")
    if size > _MOST:
        raise BackupError("DAMAGED", chunk="?")
    body = file.read(size)
    if len(length) < _LENGTH or len(body) < size:
        raise BackupError("CUT_OFF")
    return body


def _nonce(number: int, *, last: bool) -> bytes:
    return number.to_bytes(_COUNTER_BYTES, "big") + bytes([last])

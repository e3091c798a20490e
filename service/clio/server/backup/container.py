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
_MAX_CHUNK: Final = CHUNK + 4096
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


class _ChunkCipher:
    """A key of the file's own, from the house's key and a salt; a nonce is a chunk's number and whether it ends."""

    def __init__(self, key: bytes, salt: bytes) -> None:
        made = HKDF(SHA256(), 64, salt, MAGIC).derive(key)
        self._aead: Final = AESGCM(made[:32])
        self.check: Final = hmac.digest(made[32:], b"check", "sha256")[:16].hex()

    def encrypt(self, number: int, chunk: bytes, label: bytes, *, last: bool) -> bytes:
        return self._aead.encrypt(_nonce(number, last=last), chunk, label)

    def decrypt(self, number: int, chunk: bytes, label: bytes, *, last: bool) -> bytes:
        return self._aead.decrypt(_nonce(number, last=last), chunk, label)


def encrypted(payload: Iterable[bytes], key: bytes | None) -> Iterator[bytes]:
    """The bytes of a backup file around a payload of any size; enciphered where there is a key."""
    salt = secrets.token_bytes(_SALT_BYTES) if key else b""
    cipher = _ChunkCipher(key, salt) if key else None
    shown = Label(cipher.check, "aes-256-gcm", salt.hex()) if cipher else Label("", "none", "")
    label = MAGIC + canonical(shown) + b"\n"
    yield label
    waiting = bytearray()
    number = 0
    for part in payload:
        waiting += part
        # One byte stays behind, so that the last chunk is never empty and is known to be the last.
        while len(waiting) > CHUNK:
            yield _encrypt_chunk(cipher, number, bytes(waiting[:CHUNK]), label, last=False)
            del waiting[:CHUNK]
            number += 1
    yield _encrypt_chunk(cipher, number, bytes(waiting), label, last=True)


def decrypted(file: BinaryIO, keys: Sequence[bytes]) -> Iterator[bytes]:
    """The payload of a backup file; BackupError where a key or the file is not the right one."""
    label, shown = _read_label(file)
    cipher = _matching_cipher(shown, keys)
    number = 0
    chunk = _read_chunk(file)
    while chunk is not None:
        following = _read_chunk(file)
        yield _decrypt_chunk(cipher, number, chunk, label, last=following is None)
        chunk = following
        number += 1
    if not number:
        raise BackupError("CUT_OFF")


def is_encrypted(file: BinaryIO) -> bool:
    """Whether a file needs a key."""
    return _read_label(file)[1].cipher != "none"


def _encrypt_chunk(cipher: _ChunkCipher | None, number: int, chunk: bytes, label: bytes, *, last: bool) -> bytes:
    packed = zlib.compress(chunk, 1)
    body = cipher.encrypt(number, packed, label, last=last) if cipher else packed
    return len(body).to_bytes(_LENGTH, "big") + body


def _decrypt_chunk(cipher: _ChunkCipher | None, number: int, body: bytes, label: bytes, *, last: bool) -> bytes:
    try:
        packed = cipher.decrypt(number, body, label, last=last) if cipher else body
    except InvalidTag:
        if last and cipher is not None and _is_valid(cipher, number, body, label):
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


def _is_valid(cipher: _ChunkCipher, number: int, body: bytes, label: bytes) -> bool:
    """Whether it is a sound chunk after which others should come."""
    try:
        cipher.decrypt(number, body, label, last=False)
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


def _matching_cipher(shown: Label, keys: Sequence[bytes]) -> _ChunkCipher | None:
    if shown.cipher == "none":
        return None
    if not keys:
        raise BackupError("KEY_MISSING")
    for key in keys:
        cipher = _ChunkCipher(key, bytes.fromhex(shown.salt))
        if hmac.compare_digest(cipher.check, shown.check):
            return cipher
    raise BackupError("KEY_WRONG")


def _read_chunk(file: BinaryIO) -> bytes | None:
    """The next chunk; None at the end of the file."""
    length = file.read(_LENGTH)
    if not length:
        return None
    size = int.from_bytes(length, "big")
    if size > _MAX_CHUNK:
        raise BackupError("DAMAGED", chunk="?")
    body = file.read(size)
    if len(length) < _LENGTH or len(body) < size:
        raise BackupError("CUT_OFF")
    return body


def _nonce(number: int, *, last: bool) -> bytes:
    return number.to_bytes(_COUNTER_BYTES, "big") + bytes([last])

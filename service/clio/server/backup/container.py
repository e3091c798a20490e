"""The container of a backup: compressed and encrypted chunks that cannot be changed, reordered, swapped or removed."""

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
"""Incompressible data grows a little, and encryption adds a tag."""
_LENGTH: Final = 4
_MAX_LABEL: Final = 1024
_SALT_BYTES: Final = 32
_COUNTER_BYTES: Final = 11


class Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The second line of the file: the cipher, and a check value that detects a wrong key before anything is read."""

    check: str
    cipher: Literal["aes-256-gcm", "none"]
    salt: str


class _ChunkCipher:
    """Encrypts chunks with a key derived from the server's key and a salt.

    The nonce is the chunk number and a flag for the last chunk.
    """

    def __init__(self, key: bytes, salt: bytes) -> None:
        derived = HKDF(SHA256(), 64, salt, MAGIC).derive(key)
        self._aead: Final = AESGCM(derived[:32])
        self.check: Final = hmac.digest(derived[32:], b"check", "sha256")[:16].hex()

    def encrypt(self, number: int, chunk: bytes, label: bytes, *, last: bool) -> bytes:
        return self._aead.encrypt(_nonce(number, last=last), chunk, label)

    def decrypt(self, number: int, chunk: bytes, label: bytes, *, last: bool) -> bytes:
        return self._aead.decrypt(_nonce(number, last=last), chunk, label)


def encrypted(payload: Iterable[bytes], key: bytes | None) -> Iterator[bytes]:
    """Yields the bytes of a backup file for a payload of any size; encrypted if there is a key."""
    salt = secrets.token_bytes(_SALT_BYTES) if key else b""
    cipher = _ChunkCipher(key, salt) if key else None
    fields = Label(cipher.check, "aes-256-gcm", salt.hex()) if cipher else Label("", "none", "")
    label = MAGIC + canonical(fields) + b"\n"
    yield label
    buffer = bytearray()
    number = 0
    for part in payload:
        buffer += part
        # One byte is held back, so that the last chunk is never empty and is marked as the last.
        while len(buffer) > CHUNK:
            yield _encrypt_chunk(cipher, number, bytes(buffer[:CHUNK]), label, last=False)
            del buffer[:CHUNK]
            number += 1
    yield _encrypt_chunk(cipher, number, bytes(buffer), label, last=True)


def decrypted(file: BinaryIO, keys: Sequence[bytes]) -> Iterator[bytes]:
    """Yields the payload of a backup file; BackupError for a wrong key or a damaged file."""
    label, fields = _read_label(file)
    cipher = _matching_cipher(fields, keys)
    number = 0
    chunk = _read_chunk(file)
    while chunk is not None:
        next_chunk = _read_chunk(file)
        yield _decrypt_chunk(cipher, number, chunk, label, last=next_chunk is None)
        chunk = next_chunk
        number += 1
    if not number:
        raise BackupError("CUT_OFF")


def is_encrypted(file: BinaryIO) -> bool:
    """Whether a backup file needs a key."""
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
    """Whether the chunk is valid but not the last one."""
    try:
        cipher.decrypt(number, body, label, last=False)
    except InvalidTag:
        return False
    return True


def _read_label(file: BinaryIO) -> tuple[bytes, Label]:
    magic = file.read(len(MAGIC))
    line = file.readline(_MAX_LABEL)
    try:
        fields = msgspec.json.decode(line, type=Label)
        bytes.fromhex(fields.salt)
    except (msgspec.DecodeError, ValueError):
        fields = None
    if magic != MAGIC or fields is None:
        raise BackupError("NOT_A_BACKUP")
    return magic + line, fields


def _matching_cipher(fields: Label, keys: Sequence[bytes]) -> _ChunkCipher | None:
    if fields.cipher == "none":
        return None
    if not keys:
        raise BackupError("KEY_MISSING")
    for key in keys:
        cipher = _ChunkCipher(key, bytes.fromhex(fields.salt))
        if hmac.compare_digest(cipher.check, fields.check):
            return cipher
    raise BackupError("KEY_WRONG")


def _read_chunk(file: BinaryIO) -> bytes | None:
    """Returns the next chunk; None at the end of the file."""
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

"""Signing keys: the Ed25519 key that signs heads, and the retired ones."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from clio.kernel.integrity.chain import head_message
from clio.kernel.integrity.signing_keys import is_strict_key
from clio.projections.storage.private_files import make_private_folder


class HeadSigner:
    """Signs heads with one Ed25519 key."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key: Final = key
        self.public_key: Final = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def sign(self, match_id: str, seq: int, digest: bytes) -> bytes:
        """The signature over a head."""
        return self._key.sign(head_message(match_id, seq, digest))


class RetiredKey(msgspec.Struct, frozen=True):
    """A public key (hex) that signed heads once; its private half is gone."""

    key: str
    retired_at: str


class SigningKeys(msgspec.Struct, frozen=True):
    """The signer in use, and all keys before it, the latest first."""

    signer: HeadSigner
    retired: tuple[RetiredKey, ...]


def load_or_create(path: Path) -> HeadSigner:
    """The signer of the key in a file; the file is created on first use, readable by its owner only."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raw = Ed25519PrivateKey.generate().private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
        make_private_folder(path.parent)
        _write_new(path, raw)
    return HeadSigner(Ed25519PrivateKey.from_private_bytes(raw))


def load_signing_keys(key: Path) -> SigningKeys:
    """The key in a file, created on first use, and the retired keys next to it."""
    kept = [msgspec.json.decode(path.read_bytes(), type=RetiredKey) for path in _retired_folder(key).glob("*.json")]
    return SigningKeys(
        signer=load_or_create(key),
        retired=tuple(sorted(kept, key=lambda key: key.retired_at, reverse=True)),
    )


def rotate(key: Path) -> SigningKeys:
    """Replaces the key and keeps its public half for ever. The server must be stopped."""
    old = load_or_create(key).public_key.hex()
    keep_retired(key, RetiredKey(key=old, retired_at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")))
    fresh = key.with_name(f"{key.name}.new")
    fresh.unlink(missing_ok=True)
    load_or_create(fresh)
    fresh.replace(key)
    return load_signing_keys(key)


def keep_retired(key: Path, retired: RetiredKey) -> None:
    """Stores a retired public key next to the file of the present key."""
    kept = _retired_folder(key)
    make_private_folder(kept)
    file = kept / f"{retired.key}.json"
    if not file.exists():
        _write_new(file, msgspec.json.encode(retired))


def keep_signing(key: Path, private: bytes) -> None:
    """Writes a key from elsewhere to the file that the server signs with."""
    fresh = key.with_name(f"{key.name}.new")
    fresh.unlink(missing_ok=True)
    _write_new(fresh, private)
    fresh.replace(key)


def public_half(private: bytes) -> bytes:
    """The public key that belongs to a private one; ValueError where it is none."""
    return HeadSigner(Ed25519PrivateKey.from_private_bytes(private)).public_key


def is_signed(key: bytes, signature: bytes, match_id: str, seq: int, digest: bytes) -> bool:
    """Whether the key has signed that head; a key of small order signs nothing."""
    if not is_strict_key(key):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, head_message(match_id, seq, digest))
    except (InvalidSignature, ValueError):
        return False
    return True


def _retired_folder(key: Path) -> Path:
    return key.with_name(f"{key.name}s")


def _write_new(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(descriptor)

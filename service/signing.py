"""The server's signature under the heads of matches."""

import os
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from domain.kernel.chain import head_message


class HeadSigner:
    """Signs heads with one Ed25519 key."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key: Final = key
        self.public_key: Final = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def sign(self, match_id: str, seq: int, digest: bytes) -> bytes:
        """The signature over a head."""
        return self._key.sign(head_message(match_id, seq, digest))


def load_or_create(path: Path) -> HeadSigner:
    """The signer of the key in a file; the file is made on first use, for its owner's eyes only."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raw = Ed25519PrivateKey.generate().private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(raw)
    return HeadSigner(Ed25519PrivateKey.from_private_bytes(raw))

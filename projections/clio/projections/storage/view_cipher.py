"""Encryption of views at rest: documents are encrypted, personal values become blind indexes."""

import hmac
from typing import Final

from eventsourcing.persistence import Cipher

from clio.projections.storage.database import StoreUnavailableError

_PURPOSE: Final = b"clio-views/1"


class ViewCipher:
    """Encrypts documents, and derives blind indexes: keyed hashes that rows can be found by."""

    def __init__(self, cipher: Cipher, key: bytes) -> None:
        self._cipher: Final = cipher
        self._key: Final = hmac.digest(key, _PURPOSE, "sha256")

    def encrypt(self, document: bytes) -> bytes:
        """Encrypts a document."""
        return self._cipher.encrypt(document)

    def decrypt(self, stored: bytes) -> bytes:
        """Decrypts a document."""
        try:
            return self._cipher.decrypt(bytes(stored))
        except ValueError as error:
            raise StoreUnavailableError("the view was encrypted with another key") from error

    def blind_index(self, word: str) -> str:
        """Returns the blind index of a key, a tag or a name."""
        return hmac.digest(self._key, word.encode(), "sha256").hex()

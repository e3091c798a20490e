"""How a view rests in its store where nobody but the server shall read it: documents enciphered, words as codes."""

import hmac
from typing import Final

from eventsourcing.persistence import Cipher

from clio.projections.storage.database import StoreUnavailableError

_PURPOSE: Final = b"clio-views/1"


class ViewCipher:
    """Documents are enciphered; a word that rows are found by becomes a code, the same one each time."""

    def __init__(self, cipher: Cipher, key: bytes) -> None:
        self._cipher: Final = cipher
        self._key: Final = hmac.digest(key, _PURPOSE, "sha256")

    def encrypt(self, document: bytes) -> bytes:
        """A document as it is stored."""
        return self._cipher.encrypt(document)

    def decrypt(self, stored: bytes) -> bytes:
        """The document that was stored."""
        try:
            return self._cipher.decrypt(bytes(stored))
        except ValueError as error:
            raise StoreUnavailableError("the view was enciphered with another key") from error

    def blind_index(self, word: str) -> str:
        """The code of a key, a tag or a name."""
        return hmac.digest(self._key, word.encode(), "sha256").hex()

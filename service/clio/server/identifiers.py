"""Ids, tokens and seeds: all randomness of the service, in one place."""

import base64
import re
import secrets
from hashlib import sha256
from typing import Final

from clio.kernel.integrity.chance import SEED_BYTES

REQUEST_ID: Final = re.compile(r"[!-~]{1,64}")
MATCH_ID: Final = re.compile(r"[a-z2-7]{20}")
MIN_TOKEN: Final = 32
MAX_TOKEN: Final = 128


def match_id_for(namespace: str, request_id: str) -> str:
    """The id of the match that a request opens: the same request in the same namespace always means the same match."""
    digest = sha256(b"\0".join((b"clio-open/2", namespace.encode(), request_id.encode()))).digest()
    return base64.b32encode(digest).decode().lower()[:20]


def key_namespace(namespace: str) -> str:
    """The namespace of API keys, among match ids: platforms neither collide nor foresee each other's match ids."""
    return f"key:{namespace}"


def token_namespace(token_hash: str) -> str:
    """The namespace of a caller without an API key: only the holder of the token can open a match in it."""
    return f"token:{token_hash}"


def rematch_id_for(match_id: str) -> str:
    """The id of the rematch of a match: no request can open another match under it."""
    return base64.b32encode(sha256(b"clio-rematch/1" + match_id.encode()).digest()).decode().lower()[:20]


def new_request_id() -> str:
    """A request id for a caller that gave none."""
    return _random.take(16).hex()


def new_token() -> str:
    """A token of 256 random bits."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """The hash of a token; the server stores nothing else of it."""
    return sha256(token.encode()).hexdigest()


def new_server_seed() -> bytes:
    """The server's part of a match's chance."""
    return secrets.token_bytes(SEED_BYTES)


class _Random:
    """Reads random bytes in larger pieces: each ``urandom`` call releases the GIL."""

    def __init__(self, piece: int = 1024) -> None:
        self._piece: Final = piece
        self._left = b""

    def take(self, size: int) -> bytes:
        """Returns unused random bytes; called on the event loop only."""
        if len(self._left) < size:
            self._left = secrets.token_bytes(self._piece)
        taken, self._left = self._left[:size], self._left[size:]
        return taken


_random: Final = _Random()

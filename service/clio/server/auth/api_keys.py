"""API keys: an id that names the key, and a secret of which only the hash is kept."""

import base64
import hmac
import re
import secrets
from hashlib import sha256
from typing import Final

import msgspec

from clio.server.auth.rate_limit import Limits
from clio.server.auth.scopes import Scope

_TEXT: Final = re.compile(r"clio_([a-z2-7]{16})_([A-Za-z0-9_-]{43})")
_NO_HASH: Final = "0" * 64


class ApiKey(msgspec.Struct, frozen=True):
    """All that is kept of a key. Times are as the record writes them; empty for never.

    The hash is a plain SHA-256: the secret has 256 random bits, which nobody guesses however fast the hash is, and a
    slow one would only slow the server down, for whoever sends it nonsense.
    """

    id: str
    name: str
    secret_hash: str
    scopes: tuple[Scope, ...]
    created_at: str
    expires_at: str = ""
    revoked_at: str = ""
    limits: Limits = Limits()

    def allows(self, scope: Scope) -> bool:
        """Each scope also allows to read."""
        return scope in self.scopes or scope == "read"

    def holds(self, now: str) -> bool:
        """Whether it is still worth something."""
        return not self.revoked_at and (not self.expires_at or now < self.expires_at)


def new_key(request_id: str) -> tuple[str, str, str]:
    """An id, which follows from the request, the hash of a new secret, and the text that holds both."""
    key_id = base64.b32encode(sha256(b"clio-key/1" + request_id.encode()).digest()).decode().lower()[:16]
    secret = secrets.token_urlsafe(32)
    return key_id, _hash(secret), f"clio_{key_id}_{secret}"


def split(text: str) -> tuple[str, str] | None:
    """The id and the hash of the secret that a text holds; None where it is no key."""
    found = _TEXT.fullmatch(text)
    return (found[1], _hash(found[2])) if found else None


def is_hash_of(key: ApiKey | None, secret_hash: str) -> bool:
    """Whether the secret is the key's; as long in coming for a key that does not exist."""
    kept = _NO_HASH if key is None else key.secret_hash
    return hmac.compare_digest(kept, secret_hash) and key is not None


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()

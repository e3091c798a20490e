"""API keys: an id that names the key, and a secret of which only the hash is stored."""

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
    """A stored key. Times have the record's format; empty means never.

    The hash is a plain SHA-256: the secret has 256 random bits, so it cannot be guessed however fast the hash is, and a
    slow hash would only let callers with invalid keys slow the server down.
    """

    id: str
    name: str
    secret_hash: str
    scopes: tuple[Scope, ...]
    created_at: str
    expires_at: str = ""
    revoked_at: str = ""
    limits: Limits = Limits()
    namespace: str = ""
    """The namespace that the key shares with others; empty for one of its own. See ``owner``."""

    @property
    def owner(self) -> str:
        """The namespace of the matches and seats that the key owns: its id, unless the operator has named another."""
        return self.namespace or self.id

    def allows(self, scope: Scope) -> bool:
        """Whether the key has a scope; every scope includes ``read``."""
        return scope in self.scopes or scope == "read"

    def holds(self, now: str) -> bool:
        """Whether the key is neither revoked nor expired."""
        return not self.revoked_at and (not self.expires_at or now < self.expires_at)


def new_key(request_id: str) -> tuple[str, str, str]:
    """Returns an id derived from the request, the hash of a new secret, and the key text with both."""
    key_id = base64.b32encode(sha256(b"clio-key/1" + request_id.encode()).digest()).decode().lower()[:16]
    secret = secrets.token_urlsafe(32)
    return key_id, _hash(secret), f"clio_{key_id}_{secret}"


def split(text: str) -> tuple[str, str] | None:
    """Returns the id and the secret's hash of a key text; None if it is not one."""
    found = _TEXT.fullmatch(text)
    return (found[1], _hash(found[2])) if found else None


def is_hash_of(key: ApiKey | None, secret_hash: str) -> bool:
    """Whether the secret is the key's; takes equally long for a key that does not exist."""
    stored = _NO_HASH if key is None else key.secret_hash
    return hmac.compare_digest(stored, secret_hash) and key is not None


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()

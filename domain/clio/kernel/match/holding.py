"""A holding: a token's right to a seat or to the host's role, from the event that grants it to the one that ends it."""

import hmac
from hashlib import sha256
from typing import Final

import msgspec

from clio.kernel.game import Viewpoint

HOST: Final[Viewpoint] = -3
"""The caller who opened the match. Not a viewpoint of its own: the host sees what a spectator sees."""


class Holding(msgspec.Struct, frozen=True, gc=False):
    """Joining or rotating grants a holding; leaving or rotating ends it. A token that joins again gets another one."""

    holder: Viewpoint
    since: int
    token_hash: str
    namespace: str = ""
    """The namespace of the API keys that may act for the seat."""

    def is_of(self, token: str) -> bool:
        """Whether the token is the one of this holding."""
        return hmac.compare_digest(sha256(token.encode()).hexdigest(), self.token_hash)

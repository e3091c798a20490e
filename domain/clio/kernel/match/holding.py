"""A holding: a token's right to a seat, or to the host's role, between the events that give it and end it."""

import hmac
from hashlib import sha256
from typing import Final

import msgspec

from clio.kernel.game import Viewpoint

HOST: Final[Viewpoint] = -3
"""Not a viewpoint of the board: the opener of the match, who sees what a spectator sees."""


class Holding(msgspec.Struct, frozen=True, gc=False):
    """Joining or rotating begins one; leaving or rotating ends it. A token that joins again begins another."""

    holder: Viewpoint
    since: int
    token_hash: str

    def is_of(self, token: str) -> bool:
        """Whether the token is the one that holds."""
        return hmac.compare_digest(sha256(token.encode()).hexdigest(), self.token_hash)

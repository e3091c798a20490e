"""The token and the entropy of a bot's seat, derived from the server seed of its match.

Every server that has the match can compute them, so that any server resumes a bot. The seed is secret until the match
is over, and then a seat token is worth nothing.
"""

import hmac

from clio.kernel.match.aggregate import Match


def bot_token(match: Match, seat: int) -> str:
    """The seat token."""
    return _derived(match, "token", seat).hex()


def bot_entropy(match: Match, seat: int) -> bytes:
    """What the seat adds to the match's chance. The server knows it: such a match is not rated."""
    return _derived(match, "entropy", seat)


def _derived(match: Match, purpose: str, seat: int) -> bytes:
    return hmac.digest(match.server_seed, f"clio-bot/1/{purpose}/{match.id}/{seat}".encode(), "sha256")

"""What a bot's seat acts with, derived from the server seed of its match: token, entropy, request ids, choices.

Every server that has the match can compute them, so that any server resumes a bot. The seed is secret until the match
is over, and then all of them are worth nothing.
"""

import hmac

from clio.kernel.match.aggregate import Match


def bot_token(match: Match, seat: int) -> str:
    """The seat token."""
    return _derived(match, "token", seat).hex()


def bot_entropy(match: Match, seat: int) -> bytes:
    """What the seat adds to the match's chance. The server knows it: such a match is not rated."""
    return _derived(match, "entropy", seat)


def bot_request(match: Match, seat: int, seq: int) -> str:
    """The request id of a move after an event: the same on every server, and one that no player can use up before."""
    return _derived(match, "request", f"{seat}/{seq}").hex()[:32]


def bot_choice(match: Match, seat: int, seq: int) -> str:
    """The seed of the choice after an event: the same on every server, and unknown to the other players."""
    return _derived(match, "choice", f"{seat}/{seq}").hex()


def bot_return_request(match: Match, seat: int) -> str:
    """The request id with which a bot takes its seat in a rematch."""
    return _derived(match, "return", seat).hex()[:32]


def _derived(match: Match, purpose: str, place: int | str) -> bytes:
    return hmac.digest(match.server_seed, f"clio-bot/1/{purpose}/{match.id}/{place}".encode(), "sha256")

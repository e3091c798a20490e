"""The greedy choice for any game: the move after which the scores are best for the seat.

It knows the rules and the scores only. Where a game scores at its end only, it chooses at random unless a move ends it.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from clio.bots.score_lead import lead
from clio.kernel.game import Game
from clio.kernel.integrity.chance import SEED_BYTES, Chance
from clio.kernel.rejection import Rejection


def choose(game: Game[Any, Any], state: Any, seat: int, moves: Sequence[Any], rng: Random) -> Any:  # noqa: ANN401 (of any game)
    """The move with the best lead; among equals any."""
    leads = [_lead_after(game, state, seat, move, rng) for move in moves]
    best = max(leads)
    return rng.choice([move for move, lead in zip(moves, leads, strict=True) if lead == best])


def _lead_after(game: Game[Any, Any], state: Any, seat: int, move: Any, rng: Random) -> int:  # noqa: ANN401 (of any game)
    try:
        played = game.play(state, seat, move, Chance(rng.randbytes(SEED_BYTES)))
    except (LookupError, TypeError, ValueError):
        # A seat's position lacks what is hidden from it, and the rules of a game with secrets may need that.
        return 0
    return 0 if isinstance(played, Rejection) else lead(game, played[1], seat)

"""The greedy choice for any game: the move after which the scores are best for the seat.

It knows the rules and the scores only. A game that scores at its end only is played like the random bot plays it, except
for moves that end it.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from clio.bots.search.determinization import DeterminizedChance
from clio.kernel.game import Game
from clio.kernel.outcome import SeatScore
from clio.kernel.rejection import Rejection

_WON: Final = 1_000_000


def choose(game: Game[Any, Any], state: Any, seat: int, moves: Sequence[Any], rng: Random) -> Any:  # noqa: ANN401 (of any game)
    """The move with the best lead; among equals any."""
    leads = [_lead_after(game, state, seat, move, rng) for move in moves]
    best = max(leads)
    return rng.choice([move for move, lead in zip(moves, leads, strict=True) if lead == best])


def _lead_after(game: Game[Any, Any], state: Any, seat: int, move: Any, rng: Random) -> int:  # noqa: ANN401 (of any game)
    try:
        played = game.play(state, seat, move, DeterminizedChance({}, rng))
    except (LookupError, TypeError, ValueError):
        # A seat's position lacks what is hidden from it, and the rules of a game with secrets may need that.
        return 0
    return 0 if isinstance(played, Rejection) else lead(game, played[1], seat)


def lead(game: Game[Any, Any], state: Any, seat: int) -> int:  # noqa: ANN401 (of any game)
    """The seat's points beyond the best of the others', with a bonus for a match that is won."""
    outcome = game.outcome(state)
    if outcome is None:
        return points_ahead(game.scores(state, seat), seat)
    return points_ahead(outcome.scores, seat) + (_WON if seat in outcome.winners else -_WON)


def points_ahead(scores: Sequence[SeatScore], seat: int) -> int:
    """The seat's points beyond the best of the others'; 0 where nothing is scored yet."""
    own = sum(score.total for score in scores if score.seat == seat)
    return own - max((score.total for score in scores if score.seat != seat), default=0)

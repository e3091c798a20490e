"""The lead of a seat by the scores: what bots know of any game."""

from collections.abc import Sequence
from typing import Any, Final

from clio.kernel.game import Game
from clio.kernel.outcome import SeatScore

_WON: Final = 1_000_000


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

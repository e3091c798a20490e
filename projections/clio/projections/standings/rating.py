"""Plackett-Luce ratings (``openskill``) for any number of players and asymmetric sides."""

from collections.abc import Sequence
from typing import Final

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

_MODEL: Final = PlackettLuce()
MEAN: Final = 25.0
DEVIATION: Final = 25.0 / 3
SIDE_DEVIATION: Final = 25.0 / 6
_DEVIATIONS: Final = 3


class Rating(msgspec.Struct, frozen=True):
    """A strength estimate: mean and standard deviation."""

    mu: float = MEAN
    sigma: float = DEVIATION

    @property
    def shown(self) -> float:
        """The value that leaderboards sort by: a cautious estimate of strength."""
        return self.mu - _DEVIATIONS * self.sigma


NEWCOMER: Final = Rating()
EVEN_SIDE: Final = Rating(mu=0.0, sigma=SIDE_DEVIATION)
"""The prior of a side: neither an advantage nor a disadvantage."""


def rate(teams: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[Rating]]:
    """Returns the ratings after a match. A team is a player, plus the side where sides differ.

    So the advantage of a side is learnt as a partner's rating and is not credited to the player.
    """
    before = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma) for rating in team] for team in teams]
    after: list[list[PlackettLuceRating]] = _MODEL.rate(before, ranks=[float(rank) for rank in ranks])
    return [[Rating(rating.mu, rating.sigma) for rating in team] for team in after]

"""Ratings with their uncertainty (Plackett-Luce, by ``openskill``), for any number of players and unlike sides."""

from collections.abc import Sequence
from typing import Final

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

_MODEL: Final = PlackettLuce()
MEAN: Final = 25.0
DEVIATION: Final = 25.0 / 3
SIDE_DEVIATION: Final = 25.0 / 6
_DOUBT: Final = 3


class Rating(msgspec.Struct, frozen=True):
    """A strength as it is believed to be: its mean and how far off that may be."""

    mu: float = MEAN
    sigma: float = DEVIATION

    @property
    def shown(self) -> float:
        """What leaderboards order by: a strength that is almost certainly reached."""
        return self.mu - _DOUBT * self.sigma


NEWCOMER: Final = Rating()
EVEN_SIDE: Final = Rating(mu=0.0, sigma=SIDE_DEVIATION)
"""A side of which nothing is known yet: it neither helps nor harms."""


def rate(teams: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[Rating]]:
    """The ratings after a match. A team is a player, and where sides differ also the side it played.

    So a side's advantage is learnt as if it were a partner, and a player is not paid for having it.
    """
    before = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma) for rating in team] for team in teams]
    after: list[list[PlackettLuceRating]] = _MODEL.rate(before, ranks=[float(rank) for rank in ranks])
    return [[Rating(rating.mu, rating.sigma) for rating in team] for team in after]

"""Followers of draws: gone when nobody holds them any more, without a collector."""

import gc
import weakref

import pytest

from domain.games import GAMES
from domain.kernel.fairness import DrawFollower


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_follower_is_not_kept_by_its_own_checks(game: str) -> None:
    gc.disable()
    try:
        follower = DrawFollower(GAMES[game].draws, {}, 2)
        seen = weakref.ref(follower)
        del follower
        assert seen() is None
    finally:
        gc.enable()

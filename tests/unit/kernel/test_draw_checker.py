"""A DrawChecker is freed by reference counting, without the cyclic garbage collector."""

import gc
import weakref

import pytest

from clio.games.registry import GAMES
from clio.kernel.match.draw_checker import DrawChecker


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_follower_is_not_kept_by_its_own_checks(game: str) -> None:
    gc.disable()
    try:
        follower = DrawChecker(GAMES[game].draws, {}, 2)
        seen = weakref.ref(follower)
        del follower
        assert seen() is None
    finally:
        gc.enable()

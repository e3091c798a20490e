"""The rules of Skeleton, one test each."""

from clio_skeleton.game import GAME, State, Take

from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

CHANCE = Chance(b"\1" * 32)


def test_no_more_stones_are_taken_than_there_are() -> None:
    """SKELETON-TAKE"""
    assert list(GAME.legal_moves(State(2, 0), 0)) == [Take(1), Take(2)]
    refused = GAME.decide(State(2, 0), 0, Take(3), CHANCE)
    assert isinstance(refused, Rejection)
    assert refused.rule == "SKELETON-TAKE"


def test_the_last_stone_wins() -> None:
    """SKELETON-LAST"""
    played = GAME.play(State(2, 0), 0, Take(2), CHANCE)
    assert not isinstance(played, Rejection)
    outcome = GAME.outcome(played[1])
    assert outcome is not None
    assert outcome.winners == (0,)

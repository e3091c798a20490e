"""The matches in memory."""

from clio.server.eventstore.match_cache import MatchCache
from tests.kit.table import Table

FIRST, SECOND, THIRD = (Table("akros", 2, seed=seed).match for seed in range(3))


def test_the_match_that_nobody_asked_for_for_longest_goes_first() -> None:
    live = MatchCache(2)
    live.put(FIRST)
    live.put(SECOND)
    assert live.get(FIRST.id) is FIRST
    live.put(THIRD)
    assert (FIRST.id in live, SECOND.id in live, THIRD.id in live) == (True, False, True)
    assert len(live) == 2


def test_what_was_read_late_does_not_replace_what_has_come_further_since() -> None:
    live = MatchCache(2)
    behind = Table("akros", 2, seed=0).match
    assert behind.id == FIRST.id
    live.put(FIRST)
    live.put_if_absent(behind)
    assert live.get(FIRST.id) is FIRST
    live.drop(FIRST.id)
    live.put_if_absent(behind)
    assert live.get(FIRST.id) is behind


def test_without_room_nothing_stays() -> None:
    live = MatchCache(0)
    live.put(FIRST)
    live.put_if_absent(SECOND)
    assert len(live) == 0

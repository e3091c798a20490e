"""The match cache."""

from clio.server.eventstore.match_cache import MatchCache
from tests.kit.table import Table

FIRST, SECOND, THIRD = (Table("akros", 2, seed=seed).match for seed in range(3))


def test_the_least_recently_used_match_is_evicted_first() -> None:
    live = MatchCache(2)
    live.put(FIRST)
    live.put(SECOND)
    assert live.get(FIRST.id) is FIRST
    live.put(THIRD)
    assert (FIRST.id in live, SECOND.id in live, THIRD.id in live) == (True, False, True)
    assert len(live) == 2


def test_a_late_read_does_not_replace_a_newer_state() -> None:
    live = MatchCache(2)
    behind = Table("akros", 2, seed=0).match
    assert behind.id == FIRST.id
    live.put(FIRST)
    live.put_if_absent(behind)
    assert live.get(FIRST.id) is FIRST
    live.drop(FIRST.id)
    live.put_if_absent(behind)
    assert live.get(FIRST.id) is behind


def test_a_cache_of_size_zero_keeps_nothing() -> None:
    live = MatchCache(0)
    live.put(FIRST)
    live.put_if_absent(SECOND)
    assert len(live) == 0

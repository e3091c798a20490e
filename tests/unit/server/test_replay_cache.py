"""The replay cache: bounded by the bytes of all replays together, including those in use."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest

from clio.games.registry import GAMES
from clio.kernel.events.match_event import MatchEvent
from clio.server.app.byte_budget import MIB, SHARES, ByteBudget
from clio.server.app.replay_cache import ReplayCache, cost_of, free
from clio.server.app.workers import Workers
from clio.server.errors import ServiceError
from tests.kit.table import Table

EVENTS = Table("akros", 2).play(10).events


class Reader:
    """Gives the same events for every match, and counts."""

    def __init__(self) -> None:
        self.read: list[str] = []

    async def __call__(self, match_id: str) -> list[MatchEvent]:
        self.read.append(match_id)
        return EVENTS


def replays_for(matches: int) -> tuple[ReplayCache, ByteBudget]:
    """Room for so many matches of one caller."""
    budget = ByteBudget(1)
    budget.share = matches * cost_of(EVENTS)  # type: ignore[misc]
    budget.total = SHARES * budget.share  # type: ignore[misc]
    return ReplayCache(GAMES, budget, Workers(1).run), budget


async def test_long_matches_evict_others_so_that_memory_is_bounded() -> None:
    replays, budget = replays_for(3)
    reader = Reader()
    for match_id in ("a", "b", "c", "d", "d", "a"):
        async with replays.use(match_id, len(EVENTS), reader, archived=bytes(32)):
            assert budget.held <= budget.share
    assert reader.read == ["a", "b", "c", "d", "a"]


async def test_replays_in_use_are_counted_and_one_too_many_is_refused() -> None:
    replays, budget = replays_for(2)
    reader = Reader()
    async with AsyncExitStack() as stack:
        for match_id in ("a", "b", "a", "b"):
            await stack.enter_async_context(replays.use(match_id, len(EVENTS), reader, archived=bytes(32)))
        with pytest.raises(ServiceError) as refused:
            await stack.enter_async_context(replays.use("c", len(EVENTS), reader, archived=bytes(32)))
        assert (refused.value.reason, refused.value.metadata["limit"]) == ("LIMIT_REACHED", "work_mib")
        assert refused.value.retry_seconds > 0
        # Another caller has a share of its own.
        await stack.enter_async_context(replays.use("c", len(EVENTS), reader, archived=bytes(32), caller="another"))
    assert budget.held == 3 * cost_of(EVENTS)
    while replays.evict():
        pass
    assert budget.held == 0


async def test_cached_replays_are_evicted_for_needed_ones() -> None:
    replays, budget = replays_for(2)
    async with replays.use("a", len(EVENTS), Reader(), archived=bytes(32)):
        pass
    with budget.lease(None) as lease:
        lease.grow(budget.share)
        assert budget.held == budget.share
    assert budget.held == 0
    assert budget.total < MIB


async def test_the_memory_of_an_evicted_replay_is_freed_by_a_worker() -> None:
    """Freeing a long match in one go would stop the event loop for many milliseconds."""
    budget, jobs = ByteBudget(1), Counter[str]()

    async def run(job: Callable[[list[MatchEvent]], int], events: list[MatchEvent]) -> int:
        jobs[job.__name__] += 1
        return job(events)

    replays = ReplayCache(GAMES, budget, run)
    async with replays.use("a", len(EVENTS), Reader()) as kept:
        pass
    assert replays.evict()
    await asyncio.gather(*replays._disposals)
    assert (jobs["free"], kept.events, len(EVENTS) > 0) == (1, [], True)


def test_freeing_empties_a_list_of_any_length() -> None:
    for count in (0, 1, 128, 1_000):
        events = EVENTS[:1] * count
        assert free(events) == count
        assert events == []

"""Group commit: what waits together is written together, and one conflict hurts only its own command."""

import asyncio
import threading
from collections.abc import Sequence

import pytest
from eventsourcing.persistence import IntegrityError

from clio.kernel.events.match_event import MatchEvent
from clio.server.eventstore.group_commit import (
    ENOUGH,
    MAX_AT_ONCE,
    MAX_TURNS,
    QUIET_TURNS,
    ConflictError,
    GroupCommitWriter,
    RecordUnavailableError,
)
from tests.kit.table import Table

EVENT = Table("akros", 2).events[0]
CONFLICT = Table("akros", 2, seed=1).events[0]


class Store:
    """Counts what each transaction holds; waits where it is told to."""

    def __init__(self) -> None:
        self.batches: list[int] = []
        self.go = threading.Event()
        self.go.set()

    def append(self, events: Sequence[MatchEvent]) -> int:
        self.go.wait(5)
        if CONFLICT in events:
            raise IntegrityError
        self.batches.append(len(events))
        return sum(self.batches)


async def test_what_is_submitted_at_once_is_one_commit() -> None:
    store = Store()
    writer = GroupCommitWriter(store.append, lambda _: None)
    writer.start()
    await asyncio.gather(*(writer.commit([EVENT]) for _ in range(40)))
    assert store.batches == [40]
    writer.close()


async def trickle(writer: GroupCommitWriter, turns: int, each: int, pause: int = 1) -> None:
    """Submits some in every turn of the loop, or after a few, then waits for all of them."""
    commits = []
    for _ in range(turns):
        commits += [asyncio.ensure_future(writer.commit([EVENT])) for _ in range(each)]
        for _ in range(pause):
            await asyncio.sleep(0)
    await asyncio.gather(*commits)


async def test_a_commit_waits_while_turns_of_the_loop_bring_more() -> None:
    store = Store()
    writer = GroupCommitWriter(store.append, lambda _: None)
    writer.start()
    await trickle(writer, turns=ENOUGH // 4, each=3)
    assert store.batches == [ENOUGH // 4 * 3]
    writer.close()


async def test_a_commit_begins_soon_after_the_last_that_came() -> None:
    store = Store()
    writer = GroupCommitWriter(store.append, lambda _: None)
    writer.start()
    alone = asyncio.ensure_future(writer.commit([EVENT]))
    for _ in range(2 * QUIET_TURNS):
        await asyncio.sleep(0)
    assert writer.waiting == 0, "it is on its way"
    await alone
    writer.close()


async def test_a_caller_that_was_alone_does_not_wait_for_others() -> None:
    store = Store()
    writer = GroupCommitWriter(store.append, lambda _: None)
    writer.start()
    await writer.commit([EVENT])
    alone = asyncio.ensure_future(writer.commit([EVENT]))
    for _ in range(3):
        await asyncio.sleep(0)
    assert writer.waiting == 0, "it is on its way"
    await alone
    await trickle(writer, turns=4, each=2)
    assert store.batches == [1, 1, 8], "two at once are waited for"
    writer.close()


async def test_a_commit_does_not_wait_for_ever_nor_for_more_than_enough() -> None:
    store = Store()
    writer = GroupCommitWriter(store.append, lambda _: None)
    writer.start()
    store.go.clear()
    slowly = asyncio.ensure_future(trickle(writer, turns=ENOUGH - 2, each=1, pause=QUIET_TURNS // 2))
    for _ in range(2 * MAX_TURNS):
        await asyncio.sleep(0)
    assert 0 < writer.waiting < ENOUGH // 2, "some are on their way though more came all the time"
    store.go.set()
    await slowly
    store.batches.clear()
    await trickle(writer, turns=4, each=ENOUGH)
    assert store.batches[0] <= 2 * ENOUGH
    writer.close()


async def test_what_comes_during_a_commit_is_the_next_one() -> None:
    store = Store()
    writer = GroupCommitWriter(store.append, lambda _: None)
    writer.start()
    store.go.clear()
    first = asyncio.create_task(writer.commit([EVENT]))
    await asyncio.sleep(0.05)
    others = [asyncio.create_task(writer.commit([EVENT, EVENT])) for _ in range(MAX_AT_ONCE + 1)]
    await asyncio.sleep(0.05)
    assert not first.done()
    store.go.set()
    await asyncio.gather(first, *others)
    assert store.batches == [1, 2 * MAX_AT_ONCE, 2]
    writer.close()


async def test_a_conflict_hurts_only_its_own_command() -> None:
    store = Store()
    writer = GroupCommitWriter(store.append, lambda _: None)
    writer.start()
    results = await asyncio.gather(
        writer.commit([EVENT]), writer.commit([CONFLICT]), writer.commit([EVENT]), return_exceptions=True
    )
    assert [type(result) for result in results] == [type(None), ConflictError, type(None)]
    writer.close()


async def test_a_closing_writer_writes_what_waits_and_refuses_what_comes() -> None:
    store = Store()
    writer = GroupCommitWriter(store.append, lambda _: None)
    writer.start()
    settled: list[Exception | None] = []
    writer.submit([EVENT], settled.append)
    writer.close()
    assert store.batches == [1]
    await asyncio.sleep(0)
    assert settled == [None]
    with pytest.raises(RecordUnavailableError):
        await writer.commit([EVENT])

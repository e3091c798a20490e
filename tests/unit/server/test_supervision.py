"""Threads and tasks that fail are begun again, and those who wait for them hear of it."""

import asyncio
import logging
import threading
from collections.abc import Sequence

import pytest
from structlog.testing import capture_logs

from clio.kernel.events.match_event import MatchEvent
from clio.server.eventstore.group_commit import GroupCommitWriter, RecordUnavailableError
from clio.server.observability.process_output import REPEAT_SECONDS, LibraryHandler
from clio.supervision.supervised_task import supervised
from clio.supervision.supervised_thread import SupervisedThread, thread_check
from tests.kit.table import Table
from tests.kit.thread_ending import end_thread
from tests.kit.waiting import until

EVENT = Table("akros", 2).events[0]


class Store:
    """Fails with what it is given, or waits until it may go on."""

    def __init__(self) -> None:
        self.error: BaseException | None = None
        self.written = 0
        self.at_work = threading.Event()
        self.go = threading.Event()
        self.go.set()

    def append(self, events: Sequence[MatchEvent]) -> int:
        self.at_work.set()
        while not self.go.wait(0.01):
            pass
        if self.error is not None:
            raise self.error
        self.written += len(events)
        return self.written


@pytest.mark.parametrize("error", [SystemExit(), KeyboardInterrupt(), MemoryError(), BaseException("anything")])
async def test_a_writer_that_dies_fails_waiting_commands_and_writes_again(error: BaseException) -> None:
    store = Store()
    writer = GroupCommitWriter(store.append, lambda _: None)
    writer.start()
    store.error = error
    async with asyncio.timeout(20):
        refused = await asyncio.gather(*(writer.commit([EVENT]) for _ in range(3)), return_exceptions=True)
        assert {isinstance(each, RecordUnavailableError | MemoryError) for each in refused} == {True}
        store.error = None
        await writer.commit([EVENT])
    assert store.written == 1
    assert writer.thread.healthy
    writer.close()


async def test_a_writer_killed_in_the_middle_of_a_commit_leaves_no_caller_waiting() -> None:
    store = Store()
    writer = GroupCommitWriter(store.append, lambda _: None)
    writer.start()
    store.go.clear()
    commit = asyncio.ensure_future(writer.commit([EVENT]))
    await asyncio.to_thread(store.at_work.wait, 20)
    later = asyncio.ensure_future(writer.commit([EVENT]))
    await asyncio.sleep(0)
    end_thread("clio-writer")
    async with asyncio.timeout(20):
        with pytest.raises(RecordUnavailableError):
            await commit
        store.go.set()
        await later
    assert (writer.thread.restarts, writer.thread.healthy) == (1, True)
    writer.close()


async def test_a_writer_killed_while_idle_takes_the_next_command() -> None:
    store = Store()
    writer = GroupCommitWriter(store.append, lambda _: None)
    writer.start()
    await writer.commit([EVENT])
    end_thread("clio-writer")
    async with asyncio.timeout(20):
        outcomes = await asyncio.gather(*(writer.commit([EVENT]) for _ in range(2)), return_exceptions=True)
        assert {type(each) for each in outcomes} <= {type(None), RecordUnavailableError}
        await writer.commit([EVENT])
    writer.close()


async def test_who_follows_the_record_cannot_undo_what_is_durable() -> None:
    def fail(_: int) -> None:
        raise ValueError("a projection that fails")

    store = Store()
    writer = GroupCommitWriter(store.append, fail)
    writer.start()
    async with asyncio.timeout(20):
        await writer.commit([EVENT])
        await writer.commit([EVENT])
    assert store.written == 2
    writer.close()


async def test_one_caller_whose_answer_fails_does_not_keep_the_others_waiting() -> None:
    def fail(_: Exception | None) -> None:
        raise ValueError("a caller that is gone")

    writer = GroupCommitWriter(Store().append, lambda _: None)
    writer.start()
    writer.submit([EVENT], fail)
    async with asyncio.timeout(20):
        await writer.commit([EVENT])
    writer.close()


async def test_a_thread_that_was_killed_is_restarted_by_the_next_health_check() -> None:
    begun = threading.Semaphore(0)
    end = threading.Event()

    def work() -> None:
        begun.release()
        end.wait()

    thread = SupervisedThread("clio-tried", work)
    thread.start()
    await asyncio.to_thread(begun.acquire)
    look = thread_check(lambda: [thread])
    assert await look()
    # As if the interpreter had ended it past every handler.
    dead = threading.Thread(target=lambda: None)
    dead.start()
    dead.join()
    thread._thread = dead
    assert not thread.healthy
    assert not await look()
    await asyncio.to_thread(begun.acquire)
    assert await look()
    assert thread.restarts == 1
    end.set()
    thread.join()


async def test_a_task_that_fails_is_begun_again_and_logged_once() -> None:
    attempts = 0
    recorded: list[BaseException] = []

    async def work() -> None:
        nonlocal attempts
        attempts += 1
        if attempts < 4:
            raise ValueError("not an event")
        await asyncio.sleep(3_600)

    with capture_logs() as lines:
        task = asyncio.create_task(supervised("clio-tried", work, recorded.append))
        await until(lambda: attempts == 4)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert [line["event"] for line in lines] == ["task.failed"]
    assert len(recorded) == 3
    assert task.cancelled()


def test_what_a_library_repeats_is_logged_once_a_minute() -> None:
    now = 0.0
    logger = logging.Logger("psycopg.pool")  # noqa: LOG001 (one that no other test hears)
    handler = LibraryHandler(lambda: now)
    logger.addHandler(handler)
    with capture_logs() as lines:
        for attempt in range(100):
            logger.warning("error connecting in %r: %s", "pool-1", attempt)
        now = REPEAT_SECONDS
        logger.warning("error connecting in %r: %s", "pool-1", 100)
        logger.warning("%d", "not a number")
    logger.removeHandler(handler)
    first, second, broken = lines
    assert (first["logger"], first["message"]) == ("psycopg.pool", "error connecting in 'pool-1': 0")
    assert second["repeated"] == 99
    assert broken["event"] == "log.line_failed"

"""Foreign records are checked in a child process: the same verdicts, and a server that survives its end."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from clio.games.registry import GAMES
from clio.kernel.events.event_types import EventTypes
from clio.server.app.record_check import CheckedRecord, RecordFlaw, check_record
from clio.server.app.record_check_process import RecordCheckProcess
from clio.server.errors import ServiceError
from clio.server.eventstore.record_lines import unpacked
from tests.fuzz.exhausting_records import bombs, long_record
from tests.kit.server_process import ROOT

MAX_PLAIN = 8 * 1024 * 1024
CORPUS = sorted((ROOT / "tests" / "corpus").glob("*.clio.gz"))


@pytest.fixture
def process() -> Iterator[RecordCheckProcess]:
    checks = RecordCheckProcess()
    yield checks
    checks.close()


def plain(file: Path) -> bytes:
    content = unpacked(file.read_bytes(), MAX_PLAIN)
    assert content is not None
    return content


def test_the_process_gives_the_verdicts_of_the_function(process: RecordCheckProcess) -> None:
    types = EventTypes(GAMES.values())
    contents = [plain(file) for file in CORPUS]
    contents += [content[: len(content) // 2] for content in contents[:3]]
    contents += [found for content in bombs().values() if (found := unpacked(content, MAX_PLAIN)) is not None]
    verdicts = [process.check(content) for content in contents]
    assert verdicts == [check_record(content, GAMES, types) for content in contents]
    assert {type(verdict) for verdict in verdicts} == {CheckedRecord, RecordFlaw}


def test_a_killed_process_is_started_again(process: RecordCheckProcess) -> None:
    content = plain(CORPUS[0])
    first = process.check(content)
    killed = process.pid
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    assert process.check(content) == first
    assert process.pid not in {None, killed}


def test_a_check_that_takes_too_long_is_refused_and_its_process_killed() -> None:
    process = RecordCheckProcess(max_seconds=0.01)
    try:
        with pytest.raises(ServiceError) as refused:
            process.check(long_record("slow", 2_000))
        assert refused.value.metadata["limit"] == "record_check_seconds"
        assert process.pid is None
    finally:
        process.close()


def test_closing_ends_the_process(process: RecordCheckProcess) -> None:
    process.check(plain(CORPUS[0]))
    pid = process.pid
    process.close()
    assert process.pid is None
    assert not _is_running(pid)
    with pytest.raises(ServiceError):
        process.check(plain(CORPUS[0]))


def _is_running(pid: int | None) -> bool:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        if not Path(f"/proc/{pid}").exists():
            return False
        time.sleep(0.01)
    return True

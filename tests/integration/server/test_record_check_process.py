"""Foreign records are checked in a child process: the same verdicts, and a server that survives its end."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from clio.games.registry import GAMES
from clio.kernel.events.event_types import EventTypes
from clio.server.app.child_process import write_frame
from clio.server.app.record_check import CheckedRecord, RecordFlaw, check_record
from clio.server.app.record_check_process import RecordCheckProcess
from clio.server.errors import ServiceError
from clio.server.eventstore.record_parts import unpacked
from tests.fuzz.exhausting_records import bombs, long_record
from tests.kit.server_process import ROOT

MAX_PLAIN = 8 * 1024 * 1024
CORPUS = sorted((ROOT / "tests" / "corpus").glob("*.clio.gz"))


@pytest.fixture
def process() -> Iterator[RecordCheckProcess]:
    # The process has the lowest priority: how long it waits for a busy machine is not what these tests are about.
    checks = RecordCheckProcess(max_seconds=600.0)
    yield checks
    checks.close()


def plain(file: Path) -> bytes:
    content = unpacked([file.read_bytes()], MAX_PLAIN)
    assert content is not None
    return b"".join(content)


def test_the_process_gives_the_verdicts_of_the_function(process: RecordCheckProcess) -> None:
    types = EventTypes(GAMES.values())
    contents = [plain(file) for file in CORPUS]
    contents += [content[: len(content) // 2] for content in contents[:3]]
    contents += [content for content in bombs().values() if len(content) <= MAX_PLAIN]
    verdicts = [process.check([content]) for content in contents]
    assert verdicts == [check_record(content, GAMES, types) for content in contents]
    assert {type(verdict) for verdict in verdicts} == {CheckedRecord, RecordFlaw}


def test_a_killed_process_is_started_again(process: RecordCheckProcess) -> None:
    content = plain(CORPUS[0])
    first = process.check([content])
    killed = process.pid
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    assert process.check([content]) == first
    assert process.pid not in {None, killed}


def test_a_check_that_takes_too_long_is_refused_and_its_process_killed() -> None:
    process = RecordCheckProcess(max_seconds=0.01)
    try:
        with pytest.raises(ServiceError) as refused:
            process.check([long_record("slow", 2_000)])
        assert refused.value.metadata["limit"] == "record_check_seconds"
        assert process.pid is None
    finally:
        process.close()


def test_closing_ends_the_process(process: RecordCheckProcess) -> None:
    process.check([plain(CORPUS[0])])
    pid = process.pid
    process.close()
    assert process.pid is None
    assert not _is_running(pid)
    with pytest.raises(ServiceError):
        process.check([plain(CORPUS[0])])


def _is_running(pid: int | None) -> bool:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        if not Path(f"/proc/{pid}").exists():
            return False
        time.sleep(0.01)
    return True


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux has this scheduling class")
@pytest.mark.parametrize(("seconds", "policy"), [(0.001, "SCHED_IDLE"), (600.0, "SCHED_OTHER")])
def test_a_long_check_gives_way_to_the_threads_of_the_server(seconds: float, policy: str) -> None:
    program = (
        "import os, sys; from clio.server import record_checker as checker\n"
        f"checker.LONG_SECONDS = {seconds}; checker.main()\n"
        "sys.stderr.write(str(os.sched_getscheduler(0)))"
    )
    request = io.BytesIO()
    write_frame(request, long_record("gives-way", 4_000))
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=request.getvalue(),
        capture_output=True,
        env=os.environ | {"PYTHONPATH": path},
        check=True,
    )
    assert done.stdout
    assert int(done.stderr) == getattr(os, policy)

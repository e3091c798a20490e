"""The log writer: bounded, never in the way, and honest about what it lost."""

import fcntl
import os
import threading
from collections.abc import Iterator

import pytest

from clio.server.observability.log_writer import LogWriter

PATIENCE = 20.0


def recovery(lines: int, seconds: float) -> bytes:
    assert seconds >= 0
    return f"dropped {lines}\n".encode()


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    yield reading, writing
    for descriptor in (reading, writing):
        try:
            os.close(descriptor)
        except OSError:
            continue


def to(descriptor: int, **bounds: int) -> LogWriter:
    return LogWriter(lambda data: os.write(descriptor, data), recovery, **bounds)


class Sink:
    """Fails while it is told to, after a few bytes of each write."""

    def __init__(self) -> None:
        self.full = False
        self.room = 0
        self.data = b""

    def write(self, data: bytes) -> int:
        if not self.full:
            self.data += data
            return len(data)
        if not self.room:
            raise OSError(28, "No space left on device")
        taken = data[: self.room]
        self.room -= len(taken)
        self.data += taken
        return len(taken)


def test_lines_arrive_in_order_and_whole(pipe: tuple[int, int]) -> None:
    writer = to(pipe[1])
    for number in range(100):
        writer.put(f"line {number}\n".encode())
    assert writer.flush(PATIENCE)
    assert os.read(pipe[0], 4096).decode().splitlines() == [f"line {number}" for number in range(100)]
    assert (writer.dropped, writer.healthy) == (0, True)


def test_an_unread_pipe_costs_the_newest_lines_which_are_counted_and_told_once_it_is_read(
    pipe: tuple[int, int],
) -> None:
    reading, writing = pipe
    writer = to(writing, max_lines=50)
    for _ in range(20):
        writer.put(b"x" * 999 + b"\n")
    while writer.dropped == 0:
        # Returns at once however full everything is.
        writer.put(b"more\n")
    assert not writer.healthy
    assert not writer.flush(0.01), "it does not wait for a reader that does not come"
    seen = b""

    def read() -> None:
        nonlocal seen
        while b"dropped" not in seen:
            seen += os.read(reading, 65536)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    writer.put(b"after\n")
    assert writer.flush(PATIENCE)
    writer.put(b"last\n")
    assert writer.flush(PATIENCE)
    reader.join(PATIENCE)
    told = sum(int(line.split()[1]) for line in seen.decode().splitlines() if line.startswith("dropped"))
    assert told == writer.dropped > 0
    assert writer.healthy


def test_bytes_are_bounded_as_well() -> None:
    hold = threading.Event()
    writer = LogWriter(lambda data: len(data) if hold.wait(PATIENCE) else 0, recovery, max_bytes=10_000)
    for _ in range(100):
        writer.put(b"x" * 999 + b"\n")
    assert writer.dropped >= 80
    hold.set()
    assert writer.flush(PATIENCE)


def test_a_sink_that_fails_in_the_middle_of_a_line_goes_on_with_a_new_one() -> None:
    sink = Sink()
    sink.full, sink.room = True, 14
    writer = LogWriter(sink.write, recovery)
    for number in range(3):
        writer.put(f"line {number} \n".encode())
    assert writer.flush(PATIENCE)
    assert (sink.data, writer.dropped, writer.healthy) == (b"line 0 \nline 1", 2, False)
    sink.full = False
    writer.put(b"again\n")
    assert writer.flush(PATIENCE)
    assert sink.data == b"line 0 \nline 1\nagain\ndropped 2\n"
    assert writer.healthy


def test_a_pipe_without_a_reader_costs_all_lines(pipe: tuple[int, int]) -> None:
    os.close(pipe[0])
    writer = to(pipe[1])
    for _ in range(10):
        writer.put(b"line\n")
    assert writer.flush(PATIENCE)
    assert writer.dropped == 10


def test_a_descriptor_that_others_made_non_blocking_loses_nothing(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    os.set_blocking(writing, False)
    writer = to(writing)
    lines = [f"{number:0999d}\n".encode() for number in range(20)]
    for line in lines:
        writer.put(line)
    seen = b""
    while len(seen) < 20_000:
        seen += os.read(reading, 65536)
    assert seen == b"".join(lines)
    assert writer.dropped == 0

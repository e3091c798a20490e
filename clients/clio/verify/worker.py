"""Verifies records for a server, at all four levels: ``python -m clio.verify.worker``.

A frame on standard input is a record, a frame on standard output the report as MessagePack: eight bytes of length,
then the bytes. Time is limited by the server, memory here: a record can be made to be hard work.
"""

import os
import resource
import select
import signal
from contextlib import suppress
from io import FileIO
from typing import Final

import msgspec

from clio.verify.verdicts import Report
from clio.verify.verifier import verify_lines

MEMORY_LIMIT_BYTES: Final = 384 * 1024 * 1024
IDLE_SECONDS: Final = 60.0
LONG_SECONDS: Final = 1.0
"""CPU time after which the process moves to the kernel's idle class, which gives way to the server at once (Linux)."""
_LENGTH_BYTES: Final = 8


def main() -> None:
    """Answers one record after the other, at the lowest priority, until the input ends or nothing comes for a while."""
    os.nice(19)
    signal.signal(signal.SIGPROF, _give_way)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_LIMIT_BYTES, MEMORY_LIMIT_BYTES))
    with open(0, "rb", buffering=0) as records, open(1, "wb", buffering=0) as reports:
        while select.select([records], [], [], IDLE_SECONDS)[0]:
            content = _frame(records)
            if content is None:
                return
            signal.setitimer(signal.ITIMER_PROF, LONG_SECONDS)
            report = msgspec.msgpack.encode(verify_plain(content))
            signal.setitimer(signal.ITIMER_PROF, 0.0)
            _write(reports, len(report).to_bytes(_LENGTH_BYTES) + report)


def _give_way(*_: object) -> None:
    if hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def verify_plain(content: bytes) -> Report:
    """Verifies a record that is unpacked and ends in a line feed."""
    return verify_lines(content.split(b"\n")[:-1])


def _frame(pipe: FileIO) -> bytes | None:
    length = _read(pipe, _LENGTH_BYTES)
    return None if length is None else _read(pipe, int.from_bytes(length))


def _read(pipe: FileIO, size: int) -> bytes | None:
    content = bytearray()
    while len(content) < size:
        part = pipe.read(size - len(content))
        if not part:
            return None
        content += part
    return bytes(content)


def _write(pipe: FileIO, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[pipe.write(rest) :]


if __name__ == "__main__":
    main()

"""Checks foreign records in a process of its own: ``python -m clio.server.record_checker``.

A frame on standard input is a record, a frame on standard output the verdict: eight bytes of length, then the bytes.
The process ends with its input, and after a minute without work.
"""

import os
import resource
import select
from io import FileIO
from typing import Final

from clio.games.registry import GAMES
from clio.kernel.events.event_types import EventTypes
from clio.server.app.child_process import read_frame, write_frame
from clio.server.app.record_check import check_record
from clio.server.app.record_check_process import encoded
from clio.server.process_tuning import giving_way, limit_malloc_arenas

MEMORY_LIMIT_BYTES: Final = 384 * 1024 * 1024
"""A record of the largest size takes a third of it."""
IDLE_SECONDS: Final = 60.0
LONG_SECONDS: Final = 0.1
"""A check that takes more CPU time than this gives way to everything else; matches of usual length take a fraction."""


def main() -> None:
    """Answers one record after the other, at the lowest priority: moves and health checks come first."""
    os.nice(19)
    limit_malloc_arenas()
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_LIMIT_BYTES, MEMORY_LIMIT_BYTES))
    with open(0, "rb", buffering=0) as requests, open(1, "wb", buffering=0) as responses:
        serve(requests, responses)


def serve(requests: FileIO, responses: FileIO) -> None:
    """Checks records until the input ends or nothing comes for a while."""
    types = EventTypes(GAMES.values())
    while select.select([requests], [], [], IDLE_SECONDS)[0]:
        content = read_frame(requests)
        if content is None:
            return
        with giving_way(LONG_SECONDS):
            verdict = encoded(check_record(content, GAMES, types))
        write_frame(responses, verdict)


if __name__ == "__main__":
    main()

"""How much memory live matches take: ``python -m bench.memory_probe GAME MATCHES`` prints bytes for one.

A process of its own, so that nothing else grows or shrinks meanwhile.
"""

import ctypes
import gc
import os
import sys
from contextlib import suppress
from pathlib import Path

from bench.stored_matches import Table
from clio.kernel.match.aggregate import Match

MOVES = {"akros": 16, "amphipolis": 14, "akrotiri": 250}
"""About half of a match."""
WARM_UP = 20


def live_match(game: str, number: int) -> Match:
    """A match in the middle, as the cache holds it: its events are in the record only."""
    return Table(game, number).seat().play(MOVES[game]).match


def resident() -> int:
    """The bytes that this process holds, after it has given back what it can."""
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main(game: str, matches: int) -> None:
    """Tables are filled up by a first few matches, which do not count."""
    first = min(WARM_UP, matches)
    kept = [live_match(game, number) for number in range(first)]
    before = resident()
    kept += [live_match(game, first + number) for number in range(matches)]
    print((resident() - before) / matches)
    assert len(kept) == first + matches


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

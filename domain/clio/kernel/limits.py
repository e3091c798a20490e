"""Limits of a record: the largest counts, numbers and lengths that any reader accepts.

Readers check them before they expand, allocate or fold anything, because the signer of a record may have written any
number into it. Genuine records stay far below: the longest known one has 830 events in 292 KB.
"""

from collections.abc import Mapping
from typing import Final

MAX_INTEGER: Final = 2**53 - 1
"""The largest absolute value of an integer: RFC 8785 numbers are exact up to here."""
MAX_DEPTH: Final = 32
"""How deep arrays and objects nest in a line; the line itself is level 1."""
MAX_LINE_BYTES: Final = 1024 * 1024
"""A line of a record file, without its line feed."""
MAX_EVENTS: Final = 100_000
"""Events of one record."""
MAX_RECORD_BYTES: Final = 32 * 1024 * 1024
"""A record file, uncompressed. A server imports less: see ``service/clio/server/app/record_import.py``."""
MAX_COMMAS: Final = 2_000_000
"""Commas in all lines of a record, those inside texts included: a bound on the number of its values, and so on the
memory that they take once they are read."""
MAX_SEATS: Final = 16
"""Seats of a match; seat numbers are below it."""
MAX_LIST: Final = 4_096
"""Elements of an array, and members of an object."""
MAX_TEXT: Final = 4_096
"""Characters of a text: a name, an id, a reason, a move in notation, a key of an object."""
MAX_POOL_ITEMS: Final = 4_096
"""Components in one pool, all kinds and copies together: what a shuffle expands."""
MAX_COPIES: Final = 4_096
"""Copies of one kind in a pool."""
MAX_DRAWS: Final = 100_000
"""Components drawn in one match from all shuffles of one label together."""
MAX_REGIONS: Final = 64
"""Regions of a board that a record describes; a region's number and its neighbours' numbers are below it."""

MAX_DETAIL_PARAMS: Final = 16
"""Parameters of a score line's detail."""
MAX_DETAIL_TEXT: Final = 128
"""Characters of a text among them."""
MAX_ROWS: Final = 64
"""Rows of the draw table that a record's first event carries."""
MAX_ROW_MEMBERS: Final = 64
"""Fields that show one deck, groups of a row, and ids of a group."""
MAX_ROW_TEXT: Final = 128
"""Characters of an id, an option or a condition in a row."""
MAX_ROW_NUMBER: Final = 1_000_000
"""The largest number among which a row draws."""
MAX_STATE_ITEMS: Final = 16_384
"""Elements of all lists and tables in a game's state: what one more event copies."""
MAX_FORK_EVENTS: Final = 2_048
"""Events that a fork takes over: it writes all of them in one transaction, for which every other move waits."""
MAX_PLAYED_EVENTS: Final = 50_000
"""Events of a match from which on a server accepts only moves, resignations and its end: below ``MAX_EVENTS``, so that
no match outgrows its record."""
MAX_DURATION_SECONDS: Final = 366 * 86_400
"""A duration of fair play: the time to get ready, or until a silent seat is abandoned."""
MAX_ADDED_MILLISECONDS: Final = 86_400_000
"""Time that a director adds at once."""


class LimitError(ValueError):
    """A record says a number that is beyond its limit."""


def demand_at_most(what: str, value: int, most: int) -> None:
    """Raises LimitError unless the value is between 0 and its limit."""
    if not 0 <= value <= most:
        raise LimitError(f"{what} is {value}; the limit is {most}")


def demand_pool(what: str, pool: Mapping[str, int]) -> None:
    """Raises LimitError where a pool holds more copies, or more components, than a shuffle may expand."""
    for count in pool.values():
        demand_at_most(f"a count in {what}", count, MAX_COPIES)
    demand_at_most(what, sum(pool.values()), MAX_POOL_ITEMS)


def is_impossible_pool(pool: Mapping[str, int]) -> bool:
    """Whether a pool has counts that no pool can have; check this before anything expands the pool."""
    return min(pool.values(), default=0) < 0 or sum(pool.values()) > MAX_POOL_ITEMS

"""The state of a match, an immutable value: tiles as counts by kind."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, TypeAlias

import msgspec

from clio.games.amphipolis.components import CHARACTERS, FINDINGS, INDEX, LANDSLIDE, LANDSLIDES, table_for
from clio.games.amphipolis.components import FINDING_COUNTS as BOX
from clio.kernel.limits import MAX_COPIES, LimitError

Counts: TypeAlias = tuple[int, ...]
"""How many tiles of each kind, in the order of ``FINDINGS``."""

Phase: TypeAlias = Literal["draw", "take", "character", "closed"]
"""``draw`` lasts only between the facts of one move: a turn is over and the next draw is still to come."""

NOTHING: Final[Counts] = (0,) * len(FINDINGS)

ASSISTANT: Final = 1
ARCHAEOLOGIST: Final = 2
DIGGER: Final = 4
PROFESSOR: Final = 8
WHOLE_TEAM: Final = ASSISTANT | ARCHAEOLOGIST | DIGGER | PROFESSOR
BIT: Final[dict[str, int]] = dict(zip(CHARACTERS, (ASSISTANT, ARCHAEOLOGIST, DIGGER, PROFESSOR), strict=True))


class State(msgspec.Struct, frozen=True, gc=False):
    """A position. The content of the bag is derived from the rest; chance has its order."""

    seats: int
    first_seat: int
    opening: tuple[str, ...]
    """The four tiles of the set-up; the content of the bag at its shuffle is derived from them."""
    turn: int
    seat: int
    """The seat whose turn it is; in a closed site, the seat that closed it."""
    phase: Phase
    chosen: str
    """The area taken from this turn; empty before."""
    site: Counts
    entrance: int
    set_aside: int
    """Landslides out of play: removed in the set-up, or drawn when no space was free."""
    drawn: int
    collections: tuple[Counts, ...]
    robber: Counts
    characters: tuple[int, ...]
    """The characters each seat has not used, as bits."""
    retired: tuple[int, ...] = ()

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that have not resigned."""
        return tuple(seat for seat in range(self.seats) if seat not in self.retired)


def count_tiles(tiles: Iterable[str]) -> Counts:
    """The tiles as counts; landslides are not counted."""
    return added(NOTHING, tiles)


def added(counts: Counts, tiles: Iterable[str]) -> Counts:
    """The counts with these findings added; landslides are ignored."""
    more = list(counts)
    for tile in tiles:
        if tile != LANDSLIDE:
            more[INDEX[tile]] += 1
    # Scores expand counts, and a forged record may add to them without end.
    if max(more) > MAX_COPIES:
        raise LimitError(f"there are {max(more)} tiles of one kind; the limit is {MAX_COPIES}")
    return tuple(more)


def removed(counts: Counts, tiles: Iterable[str]) -> Counts:
    """The counts without these findings."""
    fewer = list(counts)
    for tile in tiles:
        fewer[INDEX[tile]] -= 1
    return tuple(fewer)


def listed(counts: Counts) -> tuple[str, ...]:
    """The counted tiles as a list, in canonical order."""
    return tuple(sorted(kind for kind, count in zip(FINDINGS, counts, strict=True) for _ in range(count)))


def named(counts: Counts) -> dict[str, int]:
    """The counts by component id, without zeros."""
    return {kind: count for kind, count in zip(FINDINGS, counts, strict=True) if count}


def in_canonical_order(pool: dict[str, int]) -> tuple[str, ...]:
    """Every tile of a pool, sorted by id, one that exists k times listed k times."""
    return tuple(kind for kind in sorted(pool) for _ in range(pool[kind]))


def setup_pool(seats: int) -> dict[str, int]:
    """The pool of the set-up's shuffle: all tiles in play, as counts by component id."""
    table = table_for(seats)
    landslides = LANDSLIDES - table.landslides_set_aside - table.entrance_covered
    return {**dict(zip(FINDINGS, BOX, strict=True)), LANDSLIDE: landslides}


@lru_cache(maxsize=4096)
def bag_items(seats: int, opening: tuple[str, ...]) -> tuple[str, ...]:
    """The content of the bag at the start of play, in canonical order."""
    pool = setup_pool(seats)
    for tile in opening:
        pool[tile] -= 1
    return in_canonical_order(pool)


def bag_contents(state: State) -> dict[str, int]:
    """The content of the bag now; public, because all other tiles lie open."""
    held = [state.site, state.robber, *state.collections]
    left = [box - sum(column) for box, column in zip(BOX, zip(*held, strict=True), strict=True)]
    contents = {kind: count for kind, count in zip(FINDINGS, left, strict=True) if count}
    landslides = LANDSLIDES - state.set_aside - state.entrance
    return {**contents, LANDSLIDE: landslides} if landslides else contents

"""A kind of mutant: what it breaks, and the level at which that must be seen."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from tests.mutants.draft import Draft

PASS: Final = 0
"""A legal survivor: the record is as good as before."""
INTEGRITY: Final = 1
FAIRNESS: Final = 2
LEGALITY: Final = 3
RESULT: Final = 4
NOT_JUDGED: Final = 5
"""No level fails, and the levels that need the rules do not pass either."""
OWN_TABLE: Final = 6
"""A game that no verifier knows, fair by the table in its own record: no level fails, and level 2 does not pass."""

Case = tuple[Any, ...]
Cases = Callable[[Draft], Iterable[Case]]


@dataclass(frozen=True)
class Kind:
    """One rule to break.

    ``cases`` lists where and how it can be broken in a draft, ``change`` does so in a copy. ``reason`` says why a
    survivor is legal. ``marked`` kinds start from records of edition 2, the others from those of edition 1.
    """

    name: str
    level: int
    cases: Cases
    change: Callable[..., None]
    reason: str = ""
    marked: bool = True
    fair: bool = False
    """Whether it starts from the records of fair play, and from no others."""

    def __post_init__(self) -> None:
        if (self.level == PASS) != bool(self.reason):
            message = f"{self.name}: exactly the survivors have a reason"
            raise ValueError(message)


def once(_draft: Draft) -> Iterable[Case]:
    """One case for every record."""
    return [()]


def only(game: str) -> Cases:
    """One case for every record of a game."""
    return lambda draft: [()] if draft.header["game"] == game else []


def at(*types: str) -> Cases:
    """Every event of these types."""
    return lambda draft: [(place,) for place in draft.find(*types)]


def all_events(draft: Draft) -> Iterable[Case]:
    return [(place,) for place in range(len(draft.entries))]


def game_events(draft: Draft) -> Iterable[Case]:
    return [(place,) for place, entry in enumerate(draft.entries) if not entry.type.startswith("match.")]


def moves(draft: Draft) -> Iterable[Case]:
    """The first event of every move made in the open after the start."""
    start = draft.place("match.Started")
    return [(place,) for place, entry in enumerate(draft.entries) if place > start and "move" in entry.public]


def sealed_events(draft: Draft) -> Iterable[Case]:
    return [(place,) for place, entry in enumerate(draft.entries) if entry.openings]


def with_values(cases: Cases, values: Iterable[Any]) -> Cases:
    """Every case with every value."""
    kept = list(values)
    return lambda draft: [(*case, value) for case in cases(draft) for value in kept]

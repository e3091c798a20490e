"""The moves in a record: their parsed form, and the facts that follow from each."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from clio.games.registry import GAMES
from clio.kernel.events.fair_play import Abandoned, TimedOut
from clio.kernel.events.lifecycle import Resigned
from clio.kernel.game import GameEvent
from clio.kernel.record_format.record import Fact
from clio.kernel.rejection import Rejection


@lru_cache(maxsize=8192)
def move_of(game: str, text: str) -> msgspec.Struct | None:
    """The move that a text means, if it is in the form that Clio writes. Cached: many moves repeat."""
    move = GAMES[game].parse_move(text)
    return None if isinstance(move, Rejection) or GAMES[game].format_move(move) != text else move


def parts_of(facts: Sequence[Fact]) -> Iterator[list[Fact]]:
    """The parts of a fork's history: the set-up, then what followed from each move or from a seat that dropped out."""
    part: list[Fact] = []
    for fact in facts:
        begins = isinstance(fact.payload, Resigned | TimedOut | Abandoned) or (
            isinstance(fact.payload, GameEvent) and isinstance(fact.payload.move, str)
        )
        if begins and part:
            yield part
            part = []
        part.append(fact)
    if part:
        yield part

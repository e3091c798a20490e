"""Replays a record file without a server: each event, and the board after it, from any viewpoint."""

from pathlib import Path
from typing import Any, Final

import msgspec

from clio.games.registry import GAMES
from clio.kernel.game import EVERYTHING, SPECTATOR, GameEvent, Viewpoint
from clio.kernel.match.aggregate import Match
from clio.kernel.match.replay import Replay
from clio.kernel.record_format.record import FlawError, Record
from clio.verify.record_files import read_file

__all__ = ["FileReplay", "FlawError", "Step"]


class Step(msgspec.Struct, frozen=True):
    """One event as a viewpoint sees it, with the board after it."""

    seq: int
    at: str
    actor: str
    type: str
    move: str
    facts: dict[str, Any]
    position: str
    view: dict[str, Any]


class FileReplay:
    """A record, or the file of one, with random access to its events.

    FlawError if it is not a record or its chain is broken.
    """

    def __init__(self, source: Path | Record) -> None:
        self.record: Final[Record] = source if isinstance(source, Record) else read_file(source)
        if self.record.broken is not None:
            raise self.record.broken
        if self.record.header.game not in GAMES:
            raise FlawError(1, "the game {game} is not installed", game=ascii(self.record.header.game))
        self._replay: Final = Replay(self.record.events(), GAMES)

    @property
    def last(self) -> int:
        """The position of the last event."""
        return self._replay.last

    @property
    def best_viewpoint(self) -> Viewpoint:
        """EVERYTHING once the match is over; before that, SPECTATOR."""
        return EVERYTHING if self.record.server_seed is not None else SPECTATOR

    def match(self) -> Match:
        """The match at its last event."""
        return self._replay.at(self.last)

    def names(self) -> dict[int, str]:
        """The names of the seats."""
        return {number: seat.name for number, seat in enumerate(self.match().seats) if seat}

    def step(self, seq: int, viewpoint: Viewpoint) -> Step:
        """The event at a position; IndexError if there is none."""
        if not 1 <= seq <= self.last:
            raise IndexError(seq)
        event = self._replay.events[seq - 1]
        match = self._replay.at(seq)
        facts = msgspec.json.decode(self.record.facts[seq - 1].public)
        if viewpoint in (EVERYTHING, event.owner):
            facts |= {field: msgspec.json.decode(value) for field, value in event.secrets.items()}
        move = facts.pop("move", "") if isinstance(event.payload, GameEvent) else ""
        position, view = "", {}
        if match.state is not None:
            position = match.game.format_position(match.state, viewpoint)
            view = msgspec.to_builtins(match.game.view(match.state, viewpoint))
        return Step(seq, event.at, event.actor, event.type, move, facts, position, view)

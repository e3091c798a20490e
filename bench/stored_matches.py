"""Matches made by the referee and put straight into the record: genuine to the last draw."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from clio.games.registry import GAMES
from clio.kernel.events.lifecycle import Opened
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Command, Join, Leave, Open, Play, Resign
from clio.kernel.match.decision import Decision
from clio.kernel.match.referee import Referee
from clio.kernel.rejection import Rejection
from clio.server.bootstrap import open_projection_context
from clio.server.identifiers import match_id_for
from clio.server.settings import Settings

REFEREE: Final = Referee(GAMES)
FIRST: Final = datetime(2026, 1, 1, tzinfo=UTC)
SECOND: Final = timedelta(seconds=1)
THOUGHT: Final = timedelta(microseconds=1_357_911)
"""Between two commands."""
PLAYERS: Final = 500
LONG_GAME: Final = "seats taken and left again"
A_COMMIT: Final = 2_000


class Table:
    """A match at which the referee is asked; what it says is taken over at once."""

    def __init__(self, game: str, number: int) -> None:
        self._number = number
        self._requests = 0
        self.rng: Final = random.Random(number)
        self.events: list[MatchEvent] = []
        match_id = match_id_for("bench", f"stored-{number}")
        seats = min(seats for seats in GAMES[game].seats if seats > 1)
        command = Open(match_id, game, seats, {}, number.to_bytes(32, "big"), "00" * 32)
        decision = _accepted(REFEREE.open(command, self._request(), self._at()))
        opened = decision.events[0].payload
        assert isinstance(opened, Opened)
        self.match: Final = Match(match_id, opened, GAMES[game])
        self._take(decision)

    def seat(self) -> "Table":
        """Fills the seats: the match starts."""
        for seat in range(len(self.match.seats)):
            self.do(Join(seat, f"Player {(self._number * 7 + seat) % PLAYERS}", b"", f"{seat:064x}"))
        return self

    def play(self, most: int | None = None) -> "Table":
        """Random legal moves to the end, or so many."""
        played = 0
        while self.match.status == "playing" and played != most:
            seat = self.match.to_move[0]
            self.do(Play(seat, self.rng.choice(self.match.game.legal_moves(self.match.state, seat))))
            played += 1
        return self

    def do(self, command: Command) -> None:
        """One command, which must be accepted."""
        self._take(_accepted(REFEREE.judge(self.match, command, self._request(), self._at())))

    def _take(self, decision: Decision) -> None:
        self.match.accept(decision.events, decision.state)
        self.events.extend(decision.events)

    def _at(self) -> str:
        moment = FIRST + self._number * SECOND + self._requests * THOUGHT
        return moment.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"

    def _request(self) -> str:
        self._requests += 1
        return f"request-{self._requests}"


def short_match(number: int) -> list[MatchEvent]:
    """A match that is given up at once: eight events or nine, all games in turn."""
    table = Table(sorted(GAMES)[number % len(GAMES)], number).seat()
    table.do(Resign(number % 2))
    return table.events


def write_matches(data: Path, number: int) -> list[tuple[str, int]]:
    """So many matches, played to the end; gives their ids, and how many events each has."""
    tables = [Table(sorted(GAMES)[each % len(GAMES)], each).seat().play() for each in range(number)]
    append(Settings(data=data), (table.events for table in tables))
    return [(table.match.id, len(table.events)) for table in tables]


def write_long_matches(data: Path, events: int, number: int) -> list[tuple[str, int]]:
    """So many matches with that many events before they start; gives their ids, and how many each has."""
    written = []
    for each in range(number):
        table = Table("akros", 10**9 + each)
        while len(table.events) < events:
            table.do(Join(0, "Restless", b"", f"{len(table.events):064x}"))
            table.do(Leave(0))
        append(Settings(data=data), [table.events])
        written.append((table.match.id, len(table.events)))
    return written


def append(settings: Settings, matches: Any) -> int:  # noqa: ANN401 (any iterable of lists of events)
    """Writes matches through the record; gives how many events they had."""
    context = open_projection_context(settings)
    written = 0
    try:
        for batch in _batches(matches):
            context.record.append(batch)
            written += len(batch)
    finally:
        context.close()
    return written


def _batches(matches: Any) -> Iterator[list[MatchEvent]]:  # noqa: ANN401 (as above)
    batch: list[MatchEvent] = []
    for events in matches:
        batch += events
        if len(batch) >= A_COMMIT:
            yield batch
            batch = []
    if batch:
        yield batch


def _accepted(decision: Decision | Rejection) -> Decision:
    assert isinstance(decision, Decision), decision
    return decision

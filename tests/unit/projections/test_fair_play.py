"""Deadlines, ratings and statistics of matches with fair play."""

from collections.abc import Callable, Iterable

import pytest

from clio.games.registry import GAMES
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match.commands import Consent, Flag, Lapse, Resign
from clio.kernel.match.fair_play import OPEN_SECONDS, FairPlay
from clio.projections.deadlines.deadlines import DEADLINES, NEVER, Deadlines
from clio.projections.standings.standings import RATED_MOVES, STANDINGS, Standings
from clio.projections.statistics.statistics import STATISTICS, Statistics
from tests.kit.fair_table import FairTable
from tests.kit.memory_view import folded

SECOND = 1_000_000


def history_of(table: FairTable) -> Callable[[str, int], Iterable[MatchEvent]]:
    return lambda _, before: table.events[: before - 1]


def due(table: FairTable) -> int | None:
    found = folded(Deadlines(GAMES, history_of(table)), table.events).documents(DEADLINES)
    return found[0].due if found else None


def classes(table: FairTable) -> set[str]:
    return {standing.time_class for standing in folded(Standings(GAMES), table.events).documents(STANDINGS)}


def test_the_next_deadline_of_a_match_is_in_the_view() -> None:
    table = FairTable(asked=FairPlay(clock="move/30"), join=False)
    opened = table.now
    assert due(table) == opened + OPEN_SECONDS * SECOND
    table.wait(5)
    table.join(0)
    table.join(1)
    assert due(table) == table.now + 120 * SECOND
    table.get_ready(0)
    table.get_ready(1)
    assert due(table) == table.now + 30 * SECOND
    for seat in range(2):
        table.do(Consent(seat, "pause", "Dinner"))
    assert due(table) == NEVER
    for seat in range(2):
        table.wait(60).do(Consent(seat, "resume", "Back"))
    assert due(table) == table.now + 30 * SECOND
    table.wait(30).do(Flag(table.match.to_move[0]))
    assert due(table) is None


def test_a_match_without_a_clock_has_no_deadline_once_it_plays() -> None:
    assert due(FairTable()) is None


def test_a_match_that_lapsed_in_vain_or_was_given_up_early_is_not_rated() -> None:
    early = FairTable()
    early.do(Resign(0))
    assert classes(early) == set()
    late = FairTable()
    for _ in range(2 * RATED_MOVES):
        late.turn()
    late.do(Resign(0))
    assert classes(late) == {""}
    void = FairTable(join=False)
    void.join(0)
    void.join(1)
    void.get_ready(0)
    void.wait(7 * 86_400).do(Lapse())
    void.join(1)
    void.get_ready(0)
    void.get_ready(1)
    while void.match.status == "playing":
        void.move()
    assert classes(void) == set()


@pytest.mark.parametrize(
    ("clock", "time_class"), [("move/10", "blitz"), ("fischer/900+10", "rapid"), ("days/2", "days")]
)
def test_a_flag_counts_for_the_standings_of_its_time_class(clock: str, time_class: str) -> None:
    table = FairTable(asked=FairPlay(clock=clock))
    table.wait(3 * 86_400).do(Flag(table.match.to_move[0]))
    assert classes(table) == {"", time_class}


def test_statistics_count_by_time_control() -> None:
    table = FairTable(asked=FairPlay(clock="move/10"))
    table.wait(10).do(Flag(table.match.to_move[0]))
    (found,) = folded(Statistics(GAMES, history_of(table)), table.events).documents(STATISTICS)
    control = found.controls["move/10"]
    assert (control.finished, control.timed_out, control.milliseconds.sum) == (1, 1, 10_000)

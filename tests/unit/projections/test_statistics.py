from collections import Counter

import pytest

from clio.games.registry import GAMES
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.integrity.canonical import canonical
from clio.kernel.match.commands import Abort, Play, Resign
from clio.projections.statistics.game_statistics import GameStatistics
from clio.projections.statistics.statistics import PROGRESS, STATISTICS, Statistics
from tests.kit.memory_view import folded
from tests.kit.table import Table


def no_history(match_id: str, before: int) -> list[MatchEvent]:
    raise AssertionError(f"the record was asked for {match_id} before {before}")


@pytest.mark.parametrize(("game", "seats"), [("amphipolis", 3), ("akros", 2), ("akrotiri", 2)])
def test_branching_and_length_are_what_was_met_while_playing(game: str, seats: int) -> None:
    table = Table(game, seats)
    choices: list[int] = []
    while table.match.status == "playing":
        seat, move = table.random_move()
        choices.append(len(table.game.legal_moves(table.state, seat)))
        table.do(Play(seat, move))
    (statistics,) = folded(Statistics(GAMES, no_history), table.events).documents(STATISTICS)
    assert (statistics.branching.count, statistics.branching.sum) == (len(choices), sum(choices))
    assert (statistics.branching.least, statistics.branching.most) == (min(choices), max(choices))
    assert statistics.moves.sum == len(choices)
    assert statistics.events.sum == len(table.events)


def test_a_component_counts_for_the_hand_that_used_it() -> None:
    tables = [Table("amphipolis", 4, seed=seed).finish() for seed in range(6)]
    events = [event for table in tables for event in table.events]
    (statistics,) = folded(Statistics(GAMES, no_history), events).documents(STATISTICS)
    times: Counter[str] = Counter()
    hands: set[tuple[str, int, str]] = set()
    for event in events:
        if event.type == "amphipolis.CharacterUsed":
            times[event.payload.character] += 1  # type: ignore[union-attr]
            hands.add((event.match_id, event.payload.seat, event.payload.character))  # type: ignore[union-attr]
    winners = {(table.match.id, seat) for table in tables for seat in table.match.outcome.winners}  # type: ignore[union-attr]
    for name, count in times.items():
        use = statistics.uses[f"character/{name}"]
        assert use.times == count
        assert use.hands == sum(character == name for _, _, character in hands)
        assert use.won == sum(character == name and (match, seat) in winners for match, seat, character in hands)


def test_a_match_that_was_forgotten_is_folded_again_from_the_record() -> None:
    table = Table("akros", 2).finish()
    asked: list[int] = []

    def history(match_id: str, before: int) -> list[MatchEvent]:
        assert match_id == table.match.id
        asked.append(before)
        return table.events[: before - 1]

    forgetful = Statistics(GAMES, history)
    view = folded(forgetful, table.events[:30])
    forgetful.clear_cache()
    for position, event in enumerate(table.events[30:], 31):
        forgetful.apply(view, position, event)
    assert canonical(view.tables) == canonical(folded(Statistics(GAMES, no_history), table.events).tables)
    assert asked == [31]


def test_aborted_and_resigned_matches_are_counted_and_nothing_of_them_is_kept() -> None:
    aborted, resigned = Table("akros", 2, seed=1), Table("akros", 2, seed=2)
    aborted.do(Abort("enough"))
    resigned.do(Resign(1))
    view = folded(Statistics(GAMES, no_history), [*aborted.events, *resigned.events])
    (statistics,) = view.documents(STATISTICS)
    counts = (statistics.opened, statistics.finished, statistics.aborted, statistics.resigned)
    assert counts == (2, 1, 1, 1)
    assert statistics.scores.count == 0
    assert view.documents(PROGRESS) == []


def test_counts_by_number_of_seats_add_up() -> None:
    events = [event for seats in (1, 2, 3) for event in Table("amphipolis", seats).finish().events]
    total = GameStatistics("amphipolis")
    for statistics in folded(Statistics(GAMES, no_history), events).documents(STATISTICS):
        total.merge(statistics)
    assert total.finished == 3
    assert {key: count.played for key, count in total.seats.items()} == dict.fromkeys(
        ["1/0", "2/0", "2/1", "3/0", "3/1", "3/2"], 1
    )
    assert total.scores.count == 6

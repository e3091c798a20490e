"""What was recorded last is read from memory, and is what the store would have given."""

from pathlib import Path

import pytest

from clio.games.registry import GAMES
from clio.kernel.events.match_event import MatchEvent
from clio.server.eventstore.factory import open_record
from clio.server.eventstore.match_store import MatchStore
from clio.server.eventstore.recent_events import RecentEvents
from clio.server.settings import Settings
from tests.kit.table import REFEREE, Table


@pytest.fixture(scope="module")
def events() -> list[MatchEvent]:
    return [
        event
        for seed, game in enumerate(sorted(GAMES))
        for event in Table(game, GAMES[game].seats[-1], seed=seed).play(60).events
    ]


def recorded(folder: Path, events: list[MatchEvent], size: int) -> MatchStore:
    record = open_record(Settings(data=folder), REFEREE.types)
    last = [record.append(events[start : start + size]) for start in range(0, len(events), size)]
    assert last[-1] == len(events)
    return record


@pytest.mark.parametrize("size", [1, 7, 5_000])
def test_the_log_in_memory_is_the_log_in_the_store(tmp_path: Path, events: list[MatchEvent], size: int) -> None:
    record = recorded(tmp_path, events, size)
    remembered = record.follow(0, len(events))
    record.close()
    again = open_record(Settings(data=tmp_path), REFEREE.types)
    assert remembered == again.follow(0, len(events)) == list(enumerate(events, 1))
    again.close()


def test_many_rows_at_once_keep_their_order_beyond_what_one_statement_takes(
    tmp_path: Path, events: list[MatchEvent]
) -> None:
    many = events[:1] + [event for seed in range(1, 40) for event in Table("akros", 2, seed=seed + 100).play(40).events]
    unique = list({(event.match_id, event.seq): event for event in many}.values())
    assert len(unique) > 1_000
    record = recorded(tmp_path, unique, len(unique))
    record.close()
    again = open_record(Settings(data=tmp_path), REFEREE.types)
    assert [event for _, event in again.follow(0, len(unique))] == unique
    again.close()


def test_a_server_that_keeps_few_matches_keeps_few_events(tmp_path: Path, events: list[MatchEvent]) -> None:
    settings = Settings(data=tmp_path, cached_matches=1)
    record = open_record(settings, REFEREE.types)
    record.append(events)
    assert len(record._recent._events) == settings.kept_events < len(events)
    assert record.follow(0, len(events)) == list(enumerate(events, 1))
    record.close()


def test_a_gap_in_memory_is_not_passed_over(events: list[MatchEvent]) -> None:
    recent = RecentEvents()
    recent.add([4, 5, 7], events[:3])
    assert recent.after(3, 10) == [(4, events[0]), (5, events[1])]
    assert recent.after(5, 10) == []
    assert recent.after(4, 1) == [(5, events[1])]


def test_only_the_last_events_stay_in_memory(events: list[MatchEvent]) -> None:
    recent = RecentEvents(most=3)
    recent.add([1, 2], events[:2])
    recent.add([3, 4], events[2:4])
    assert recent.after(0, 10) == []
    assert [position for position, _ in recent.after(1, 10)] == [2, 3, 4]

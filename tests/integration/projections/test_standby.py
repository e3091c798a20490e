"""Servers that share a view: one writes it, the others stand by, and one takes over when it stops."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from clio.games.registry import GAMES
from clio.kernel.events.match_event import MatchEvent
from clio.projections.matches.match_index import MatchIndex
from clio.projections.runtime import runner as runner_module
from clio.projections.runtime.runner import ProjectionRunner
from clio.projections.storage.comparison import digest
from clio.projections.storage.generation_store import GenerationStore
from clio.projections.storage.view_store import ViewStore
from clio.server.eventstore.factory import open_record
from clio.server.eventstore.match_store import MatchStore, Page
from clio.server.settings import Settings
from tests.kit.table import REFEREE, Table

PATIENCE = 20.0


class Reading:
    """A record as one server has it open, with its reading counted."""

    def __init__(self, record: MatchStore) -> None:
        self._record = record
        self.pages = 0

    def follow(self, after: int, limit: int) -> Page:
        self.pages += 1
        return self._record.follow(after, limit)

    def last_position(self) -> int:
        return self._record.last_position()


def soon(condition: Callable[[], bool]) -> bool:
    give_up = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < give_up:
        time.sleep(0.02)
    return condition()


def digest_of(store: ViewStore) -> str:
    with store.reading() as reader:
        return digest(reader, MatchIndex.tables)


def test_one_server_keeps_a_shared_view_and_another_takes_over(
    generation_store: GenerationStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine a leader may make no progress for a second; nobody is meant to take over for that here.
    monkeypatch.setattr(runner_module, "STANDBY_SECONDS", 5.0)
    events: list[MatchEvent] = [
        event for seed in range(30) for event in Table("akros", 2, seed=seed).play(20).events if seed not in (8, 9)
    ]
    unique = list({(event.match_id, event.seq): event for event in events}.values())
    record = open_record(Settings(data=tmp_path / "record"), REFEREE.types)

    def history(match_id: str, before: int) -> list[MatchEvent]:
        return record.read(match_id, 0, before - 1)

    generation = generation_store.add("matches", MatchIndex.version, "serving", MatchIndex.tables)
    stores = [generation_store.store(generation, MatchIndex.tables) for _ in range(2)]
    readings = [Reading(record) for _ in stores]
    runners = [
        ProjectionRunner(reading, MatchIndex(GAMES, history), store, lambda: None)  # type: ignore[arg-type]
        for reading, store in zip(readings, stores, strict=True)
    ]

    def append(some: list[MatchEvent]) -> None:
        position = record.append(some)
        for runner in runners:
            runner.wake(position)

    for runner in runners:
        runner.start()
    # One page after the other: on a busy machine events would gather, and few pages tell no leader from a standby.
    for start in range(0, 400, 40):
        append(unique[start : start + 40])
        assert soon(lambda end=start + 40: stores[0].position() >= end)  # type: ignore[misc]
    assert soon(lambda: all(store.position() == 400 for store in stores))
    fewer, more = sorted(reading.pages for reading in readings)
    assert fewer <= more / 2
    leader = max(range(2), key=lambda number: readings[number].pages)
    runners[leader].close()
    append(unique[400:])
    assert soon(lambda: stores[1 - leader].position() == len(unique))
    runners[1 - leader].close()
    alone = generation_store.store(
        generation_store.add("matches", MatchIndex.version, "building", MatchIndex.tables), MatchIndex.tables
    )
    alone.apply_page(MatchIndex(GAMES, history), 0, list(enumerate(unique, 1)))
    assert digest_of(stores[0]) == digest_of(alone)
    for store in (*stores, alone):
        store.close()
    record.close()

"""The runner of a projection, on a real view store."""

import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from clio.games.registry import GAMES
from clio.kernel.events.match_event import MatchEvent
from clio.projections.matches.match_index import MatchIndex
from clio.projections.projection import ViewWriter
from clio.projections.runtime import runner as runner_module
from clio.projections.runtime.event_log import LogPage
from clio.projections.runtime.runner import ProjectionRunner
from clio.projections.storage.sqlite_generations import SqliteGenerationStore
from clio.projections.storage.view_store import ViewStore
from tests.kit.table import Table


class Log:
    """An event log in memory."""

    def __init__(self, events: list[MatchEvent]) -> None:
        self._page: LogPage = list(enumerate(events, 1))

    def follow(self, after: int, limit: int) -> LogPage:
        return self._page[after : after + limit]

    def last_position(self) -> int:
        return len(self._page)

    def read(self, match_id: str, after: int, limit: int | None) -> list[MatchEvent]:
        raise NotImplementedError

    def close(self) -> None:
        pass


class Broken(MatchIndex):
    """Cannot process the second event."""

    def apply(self, view: ViewWriter, position: int, event: MatchEvent) -> None:
        if position == 2:
            raise ZeroDivisionError
        super().apply(view, position, event)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ViewStore]:
    generations = SqliteGenerationStore(tmp_path)
    store = generations.store(generations.add("matches", 1, "serving", Broken.tables), Broken.tables)
    yield store
    store.close()
    generations.close()


def test_a_reader_learns_of_a_stop_though_the_log_blocks(store: ViewStore, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped, released = threading.Event(), threading.Event()
    monkeypatch.setattr(runner_module, "log", SimpleNamespace(exception=lambda *_, **__: released.wait(30)))
    runner = ProjectionRunner(
        Log(Table("akros", 2).events), Broken(GAMES, lambda _match_id, _before: ()), store, stopped.set
    )
    runner.start()
    try:
        assert stopped.wait(20)
        assert runner.health == "stopped"
        assert runner.position == 1
        assert not runner.wait_for(2, 20)
    finally:
        released.set()
        runner.close()

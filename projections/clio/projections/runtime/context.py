"""What a server and a building process both need: the record, the shelf of views, and how projections are made."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game
from clio.projections.matches.match_index import MatchIndex
from clio.projections.projection import Projection
from clio.projections.runtime.event_log import EventLog
from clio.projections.standings.standings import Standings
from clio.projections.statistics.statistics import Statistics
from clio.projections.storage.generation_store import GenerationStore

NewProjection = Callable[[], Projection]
Log = TypeVar("Log", bound=EventLog)


class ProjectionContext(msgspec.Struct, Generic[Log], frozen=True):
    """The places that projections read from and write to."""

    record: Log
    shelf: GenerationStore
    projections: Mapping[str, NewProjection]

    def close(self) -> None:
        """Closes both."""
        self.shelf.close()
        self.record.close()


def projections_of(games: Mapping[str, Game[Any, Any]], record: EventLog, most_boards: int) -> dict[str, NewProjection]:
    """Every projection of the service, by name; they keep as many boards in memory as that, or fewer."""

    def history(match_id: str, before: int) -> Iterable[MatchEvent]:
        return record.read(match_id, 0, before - 1) if before > 1 else ()

    makers: tuple[NewProjection, ...] = (
        MatchIndex,
        lambda: Standings(games),
        lambda: Statistics(games, history, most_boards),
    )
    return {make().name: make for make in makers}

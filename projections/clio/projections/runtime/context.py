"""What the server and a build process both need: the event log, the generation store and the projections."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game
from clio.projections.deadlines.deadlines import Deadlines
from clio.projections.matches.match_index import MatchIndex
from clio.projections.projection import Projection
from clio.projections.runtime.event_log import EventLog
from clio.projections.standings.standings import Standings
from clio.projections.statistics.statistics import Statistics
from clio.projections.storage.generation_store import GenerationStore

if TYPE_CHECKING:
    from clio.projections.storage.postgres_pool import PostgresPool

NewProjection = Callable[[], Projection]
Log = TypeVar("Log", bound=EventLog)


class ProjectionContext(msgspec.Struct, Generic[Log], frozen=True):
    """The event log that projections read and the store that they write."""

    record: Log
    generation_store: GenerationStore
    projections: Mapping[str, NewProjection]
    pool: "PostgresPool | None"
    """The connections that both share; None where they are files."""
    opened: ExitStack

    def close(self) -> None:
        """Closes the store, the log and the pool."""
        self.opened.close()


def projections_of(games: Mapping[str, Game[Any, Any]], record: EventLog, max_boards: int) -> dict[str, NewProjection]:
    """Returns a factory for every projection, by name; each keeps at most ``max_boards`` boards in memory."""

    def history(match_id: str, before: int) -> Iterable[MatchEvent]:
        return record.read(match_id, 0, before - 1) if before > 1 else ()

    makers: tuple[NewProjection, ...] = (
        lambda: MatchIndex(games, history, max_boards),
        lambda: Standings(games),
        lambda: Statistics(games, history, max_boards),
        lambda: Deadlines(games, history, max_boards),
    )
    return {make().name: make for make in makers}

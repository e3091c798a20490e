"""What a server and a building process both need: the record, the shelf of views, and how projections are made."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from domain.kernel.game import Game
from domain.kernel.match_event import MatchEvent
from projections.match_index import MatchIndex
from projections.projection import Projection
from projections.standings import Standings
from projections.statistics import Statistics
from projections.stores.shelf import Shelf
from service.record.match_record import MatchRecord

NewProjection = Callable[[], Projection]


class Workbench(msgspec.Struct, frozen=True):
    """The places that projections read from and write to."""

    record: MatchRecord
    shelf: Shelf
    projections: Mapping[str, NewProjection]

    def close(self) -> None:
        """Closes both."""
        self.shelf.close()
        self.record.close()


def projections_of(
    games: Mapping[str, Game[Any, Any]], record: MatchRecord, most_boards: int
) -> dict[str, NewProjection]:
    """Every projection of the service, by name; they keep as many boards in memory as that, or fewer."""

    def history(match_id: str, before: int) -> Iterable[MatchEvent]:
        return record.read(match_id, 0, before - 1) if before > 1 else ()

    makers: tuple[NewProjection, ...] = (
        MatchIndex,
        lambda: Standings(games),
        lambda: Statistics(games, history, most_boards),
    )
    return {make().name: make for make in makers}

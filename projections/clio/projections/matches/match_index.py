"""The index of all matches by game, status, player, option, time and result."""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal, TypeAlias

from clio.kernel.events.match_event import MatchEvent
from clio.projections.matches.match_summary import MatchSummary, summarise
from clio.projections.projection import Projection, ViewWriter
from clio.projections.table import Column, Table

Result: TypeAlias = Literal["", "won", "shared", "lost"]
"""Empty while the match has no result; ``lost`` if the game itself won."""


def result_of(summary: MatchSummary) -> Result:
    """Returns the result of a match."""
    if summary.outcome is None:
        return ""
    winners = len(summary.outcome.winners)
    return "lost" if winners == 0 else "won" if winners == 1 else "shared"


def player_tag(name: str) -> str:
    """Tags the matches of a player."""
    return f"player:{name}"


def winner_tag(name: str) -> str:
    """Tags the matches that a player has won."""
    return f"winner:{name}"


def option_tag(name: str, value: str) -> str:
    """Tags the matches with an option."""
    return f"option:{name}={value}"


def _tags(summary: MatchSummary) -> Iterator[str]:
    for seat in summary.seats:
        if seat.taken:
            yield player_tag(seat.name)
    for name, value in summary.options.items():
        yield option_tag(name, value)
    for winner in summary.outcome.winners if summary.outcome else ():
        yield winner_tag(summary.seats[winner].name)


MATCHES: Final = Table(
    name="matches",
    document=MatchSummary,
    columns=(
        Column("position", "integer", lambda summary: summary.position),
        Column("game", "text", lambda summary: summary.game),
        Column("status", "text", lambda summary: summary.status),
        Column("opened_at", "text", lambda summary: summary.opened_at),
        Column("result", "text", result_of),
        Column("decided_by", "text", lambda summary: summary.outcome.decided_by if summary.outcome else ""),
    ),
    indexes=(
        ("-position",),
        ("game", "-position"),
        ("status", "-position"),
        ("game", "status", "-position"),
        ("result", "-position"),
        ("opened_at",),
    ),
    tags=_tags,
    tags_by="position",
)


class MissingEventError(Exception):
    """An event does not follow the last one of its match."""


class MatchIndex(Projection):
    """Keeps a summary of every match."""

    name: ClassVar[str] = "matches"
    version: ClassVar[int] = 3
    tables: ClassVar[tuple[Table, ...]] = (MATCHES,)

    def apply(self, view: ViewWriter, position: int, event: MatchEvent) -> None:
        """Updates the summary of the event's match."""
        known = view.get(MATCHES, event.match_id, MatchSummary) if event.seq > 1 else None
        if (known.seq if known else 0) != event.seq - 1:
            raise MissingEventError(f"event {event.seq} after event {known.seq if known else 0}")
        view.put(MATCHES, event.match_id, summarise(known, event, position))

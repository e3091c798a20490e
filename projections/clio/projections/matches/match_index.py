"""The index of all matches by game, status, player, option, time, result, label and seat to move."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final, Literal, TypeAlias

from clio.kernel.events.lifecycle import Aborted, Finished, Started
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game
from clio.kernel.match.visibility import PUBLIC, audience
from clio.kernel.missing_game import game_or_missing
from clio.projections.matches.match_states import MAX_STATES, History, MatchStates
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


def label_tag(namespace: str, key: str, value: str) -> str:
    """Tags the matches of a namespace that carry a label."""
    return f"label:{namespace}:{key}={value}"


def external_tag(namespace: str, external_id: str) -> str:
    """Tags the matches of a namespace with an external id."""
    return f"external:{namespace}:{external_id}"


def turn_tag(player: str) -> str:
    """Tags the matches in which a player is to move."""
    return f"turn:{player}"


def turn_of_namespace_tag(namespace: str) -> str:
    """Tags the matches in which a seat of a namespace is to move."""
    return f"turn-of:{namespace}"


def _tags(summary: MatchSummary) -> Iterator[str]:
    metadata = summary.metadata
    for key, value in metadata.labels.items():
        yield label_tag(metadata.namespace, key, value)
    if metadata.external_id:
        yield external_tag(metadata.namespace, metadata.external_id)
    movers = [summary.seats[seat] for seat in summary.to_move]
    yield from {turn_tag(seat.name) for seat in movers}
    yield from {turn_of_namespace_tag(seat.namespace) for seat in movers if seat.namespace}
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
        Column("updated", "integer", lambda summary: summary.updated),
        Column("updated_at", "text", lambda summary: summary.updated_at),
        Column("audience", "text", lambda summary: audience(summary.metadata), before=PUBLIC),
        Column("namespace", "text", lambda summary: summary.metadata.namespace, before=""),
        Column("free_seats", "integer", lambda summary: summary.free_seats),
        Column("game", "text", lambda summary: summary.game),
        Column("status", "text", lambda summary: summary.status),
        Column("opened_at", "text", lambda summary: summary.opened_at),
        Column("result", "text", result_of),
        Column("decided_by", "text", lambda summary: summary.outcome.decided_by if summary.outcome else ""),
    ),
    indexes=(
        ("-position",),
        ("-updated",),
        ("status", "-position"),
        ("audience", "-position"),
        ("audience", "game", "-position"),
        ("audience", "status", "-position"),
        ("audience", "game", "status", "-position"),
        ("audience", "result", "-position"),
        ("audience", "-updated"),
        ("namespace", "-position"),
        ("namespace", "-updated"),
        ("opened_at",),
        ("updated_at",),
    ),
    tags=_tags,
    tags_by="position",
)


class MissingEventError(Exception):
    """An event does not follow the last one of its match."""


class MatchIndex(Projection):
    """Keeps a summary of every match. Follows the boards of matches in progress to know who is to move."""

    name: ClassVar[str] = "matches"
    version: ClassVar[int] = 3
    tables: ClassVar[tuple[Table, ...]] = (MATCHES,)

    def __init__(self, games: Mapping[str, Game[Any, Any]], history: History, max_boards: int = MAX_STATES) -> None:
        self._games: Final = games
        self._states: Final = MatchStates(games, history, min(max_boards, MAX_STATES))

    def clear_cache(self) -> None:
        """Clears the cached match states."""
        self._states.clear()

    def apply(self, view: ViewWriter, position: int, event: MatchEvent) -> None:
        """Updates the summary of the event's match."""
        known = view.get(MATCHES, event.match_id, MatchSummary) if event.seq > 1 else None
        if (known.seq if known else 0) != event.seq - 1:
            raise MissingEventError(f"event {event.seq} after event {known.seq if known else 0}")
        view.put(MATCHES, event.match_id, summarise(known, event, position, self._to_move(event, known)))

    def _to_move(self, event: MatchEvent, known: MatchSummary | None) -> tuple[int, ...]:
        """The seats to move after an event; none before the start, in a fork's history, and after the end."""
        if known is None:
            self._states.skip(event)
            return ()
        if isinstance(event.payload, Finished | Aborted):
            self._states.drop(event.match_id)
            return ()
        game = game_or_missing(self._games, known.game).under(known.rules)
        state = self._states.follow(event, game)
        is_playing = known.status == "playing" or isinstance(event.payload, Started)
        return game.to_move(state) if is_playing and state is not None else ()

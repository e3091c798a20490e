"""Metrics of play: moves by game and result, matches opened and ended."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from prometheus_client import CollectorRegistry, Counter

from clio.kernel.events.lifecycle import LIFECYCLE_EVENTS, Aborted, Finished, Opened
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match.aggregate import Match
from clio.server.app.command_request import CommandResult
from clio.server.app.play_observer import PlayObserver
from clio.server.errors import ILLEGAL_MOVE, ErrorKind, ServiceError

NO_GAME: Final = "unknown"
_BY_REASON: Final = {ILLEGAL_MOVE: "illegal", "STALE_SEQ": "stale", "REQUEST_ID_REUSED": "reused"}
_BY_KIND: Final = {
    ErrorKind.INVALID_ARGUMENT: "malformed",
    ErrorKind.UNAUTHENTICATED: "denied",
    ErrorKind.PERMISSION_DENIED: "denied",
    ErrorKind.NOT_FOUND: "not_found",
    ErrorKind.FAILED_PRECONDITION: "not_now",
    ErrorKind.UNAVAILABLE: "unavailable",
    ErrorKind.RESOURCE_EXHAUSTED: "unavailable",
}
FAILED: Final = "failed"
RESULTS: Final = ("accepted", "repeated", *_BY_REASON.values(), *dict.fromkeys(_BY_KIND.values()), FAILED)
_ENDINGS: Final = {Finished: "finished", Aborted: "aborted"}


class PlayMetrics(PlayObserver):
    """Counts moves and matches of this server; each server counts its own."""

    def __init__(self, registry: CollectorRegistry, games: Iterable[str]) -> None:
        names = list(games)
        moves = Counter("clio_moves", "Moves by game and result.", ["game", "result"], registry=registry)
        opened = Counter("clio_matches_opened", "Matches and forks opened.", ["game"], registry=registry)
        ended = Counter("clio_matches_ended", "Matches finished or aborted.", ["game", "ending"], registry=registry)
        self._moves: Final[dict[tuple[str, str], Callable[[], None]]] = {
            (game, result): moves.labels(game, result).inc for game in (*names, NO_GAME) for result in RESULTS
        }
        self._opened: Final = {game: opened.labels(game).inc for game in names}
        self._ended: Final = {
            (game, kind): ended.labels(game, ending).inc for game in names for kind, ending in _ENDINGS.items()
        }

    def recorded(self, match: Match, events: Sequence[MatchEvent]) -> None:
        """Counts a recorded command."""
        game = match.game.name
        first = type(events[0].payload)
        if first not in LIFECYCLE_EVENTS:
            self._moves[game, "accepted"]()
        elif first is Opened:
            self._opened[game]()
        ended = self._ended.get((game, type(events[-1].payload)))
        if ended is not None:
            ended()

    def unmoved(self, game: str, outcome: CommandResult | BaseException) -> None:
        """Counts a move that recorded nothing."""
        self._moves[game or NO_GAME, _result(outcome)]()


def _result(outcome: CommandResult | BaseException) -> str:
    if isinstance(outcome, CommandResult):
        return "repeated"
    if not isinstance(outcome, ServiceError):
        return FAILED
    return _BY_REASON.get(outcome.reason) or _BY_KIND.get(outcome.kind, FAILED)

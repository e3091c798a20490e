"""Statistics per game: length, duration, branching factor, scores, seats, sides and component usage."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Final

import msgspec

from clio.kernel.events.fair_play import TimedOut
from clio.kernel.events.lifecycle import Aborted, Finished, Opened, Resigned, Started
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game, GameEvent
from clio.kernel.match.match_metadata import metadata_of
from clio.kernel.match.visibility import PUBLIC, audience
from clio.kernel.missing_game import MissingGame
from clio.projections.matches.match_states import MAX_STATES, History, MatchStates
from clio.projections.projection import Projection, ViewWriter
from clio.projections.statistics.game_statistics import ControlCount, GameStatistics, RuleCount, SeatCount, UseCount
from clio.projections.statistics.histogram import Histogram
from clio.projections.table import Column, Table, key_of

STATISTICS: Final = Table(
    name="statistics",
    document=GameStatistics,
    columns=(
        Column("audience", "text", lambda statistics: statistics.audience, before=PUBLIC),
        Column("game", "text", lambda statistics: statistics.game),
    ),
    indexes=(("audience", "game"),),
)


class _Progress(msgspec.Struct):
    """The statistics of a running match."""

    game: str
    seats: int
    options: dict[str, str]
    started_at: str = ""
    moves: int = 0
    resigned: bool = False
    sides: tuple[str, ...] = ()
    branching: Histogram = msgspec.field(default_factory=Histogram)
    uses: dict[str, UseCount] = {}
    """By ``seat/kind/item``."""
    fork: bool = False
    clock: str = ""
    timed_out: bool = False
    audience: str = PUBLIC


PROGRESS: Final = Table(name="progress", document=_Progress, private=True)


class Statistics(Projection):
    """Counts a match when it ends; collects its data until then. Public matches, and those of a namespace, apart."""

    name: ClassVar[str] = "statistics"
    version: ClassVar[int] = 2
    tables: ClassVar[tuple[Table, ...]] = (STATISTICS, PROGRESS)
    share: ClassVar[float] = 0.1

    def __init__(self, games: Mapping[str, Game[Any, Any]], history: History, max_boards: int = MAX_STATES) -> None:
        self._states: Final = MatchStates(games, history, min(max_boards, MAX_STATES))

    def clear_cache(self) -> None:
        """Clears the cached match states."""
        self._states.clear()

    def apply(self, view: ViewWriter, position: int, event: MatchEvent) -> None:
        """Collects the data of running matches and counts finished ones."""
        del position
        payload = event.payload
        if isinstance(payload, Opened):
            self._open(view, event, payload)
            return
        progress = view.get(PROGRESS, event.match_id, _Progress)
        if progress is None:
            raise LookupError(f"match {event.match_id} was never opened")
        if progress.fork:
            # The first part was played elsewhere, and counted there.
            if isinstance(payload, Finished | Aborted):
                view.delete(PROGRESS, event.match_id)
            return
        if isinstance(payload, Finished | Aborted):
            self._states.drop(event.match_id)
            view.delete(PROGRESS, event.match_id)
            if isinstance(payload, Aborted):
                _statistics(view, progress).aborted += 1
            else:
                _finish(_statistics(view, progress), progress, event, payload)
            return
        view.put(PROGRESS, event.match_id, progress)
        if isinstance(payload, GameEvent):
            self._play(progress, event, payload)
            return
        self._states.skip(event)
        _note(progress, event)

    def _open(self, view: ViewWriter, event: MatchEvent, opened: Opened) -> None:
        fork, seen_by = opened.forked_from is not msgspec.UNSET, audience(metadata_of(event))
        progress = _Progress(
            opened.game, opened.seats, opened.options, fork=fork, clock=opened.clock or "", audience=seen_by
        )
        view.put(PROGRESS, event.match_id, progress)
        if not fork:
            self._states.skip(event)
            _statistics(view, progress).opened += 1

    def _play(self, progress: _Progress, event: MatchEvent, fact: GameEvent) -> None:
        if fact.move is not msgspec.UNSET:
            progress.moves += 1
            self._count_choices(progress, event)
        game = self._states.advance(event, fact)
        progress.sides = game.sides(fact) or progress.sides
        for use in game.uses(fact):
            count = progress.uses.setdefault(f"{use.seat}/{use.kind}/{use.item}", UseCount())
            count.times += 1
            count.amount += use.amount

    def _count_choices(self, progress: _Progress, event: MatchEvent) -> None:
        """Adds the number of legal moves that the seat had for this move."""
        game, state = self._states.before(event)
        if isinstance(game, MissingGame):
            return
        seat = int(event.actor.removeprefix("seat:"))
        progress.branching.add(len(game.legal_moves(state, seat)))


def _note(progress: _Progress, event: MatchEvent) -> None:
    match event.payload:
        case Started():
            progress.started_at = event.at
        case Resigned():
            progress.resigned = True
        case TimedOut():
            progress.timed_out = True
        case _:
            pass


def _statistics(view: ViewWriter, progress: _Progress) -> GameStatistics:
    key = key_of(progress.audience, progress.game, progress.seats)
    statistics = view.get(STATISTICS, key, GameStatistics) or GameStatistics(progress.game, progress.audience)
    view.put(STATISTICS, key, statistics)
    return statistics


def _finish(statistics: GameStatistics, progress: _Progress, event: MatchEvent, finished: Finished) -> None:
    statistics.finished += 1
    statistics.resigned += progress.resigned
    statistics.events.add(event.seq)
    statistics.moves.add(progress.moves)
    statistics.milliseconds.add(_milliseconds(progress.started_at, event.at))
    statistics.branching.merge(progress.branching)
    if progress.clock:
        control = statistics.controls.setdefault(progress.clock, ControlCount())
        control.finished += 1
        control.timed_out += progress.timed_out
        control.milliseconds.add(_milliseconds(progress.started_at, event.at))
    statistics.decided_by[finished.decided_by] = statistics.decided_by.get(finished.decided_by, 0) + 1
    for option in (f"{name}={value}" for name, value in progress.options.items()):
        statistics.options[option] = statistics.options.get(option, 0) + 1
    _count_seats(statistics, progress, finished)
    _count_uses(statistics, progress, finished)


def _count_seats(statistics: GameStatistics, progress: _Progress, finished: Finished) -> None:
    scores = {score.seat: score for score in finished.scores}
    for seat in range(progress.seats):
        won = seat in finished.winners
        counts = [statistics.seats.setdefault(f"{progress.seats}/{seat}", SeatCount())]
        if progress.sides:
            counts.append(statistics.sides.setdefault(progress.sides[seat], SeatCount()))
        score = scores.get(seat)
        for count in counts:
            count.played += 1
            count.won += won
            if score:
                count.scores.add(score.total)
        if score:
            statistics.scores.add(score.total)
            for line in score.lines:
                rule = statistics.rules.setdefault(line.rule, RuleCount())
                rule.lines += 1
                rule.scoring += line.points != 0
                rule.points += line.points
                rule.won += won and line.points != 0


def _count_uses(statistics: GameStatistics, progress: _Progress, finished: Finished) -> None:
    for key, use in progress.uses.items():
        seat, _, item = key.partition("/")
        use.hands, use.won = 1, int(int(seat) in finished.winners)
        statistics.uses.setdefault(item, UseCount()).merge(use)


def _milliseconds(start: str, end: str) -> int:
    return (_moment(end) - _moment(start)) // timedelta(milliseconds=1)


def _moment(at: str) -> datetime:
    return datetime.strptime(at, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)

"""Standings: matches played and won, points, streaks and ratings, per game, per side and overall."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from clio.kernel.events.fair_play import Abandoned, Lapsed, Ready, TimedOut
from clio.kernel.events.lifecycle import Aborted, Finished, Joined, Left, Opened, Resigned, Started
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game, GameEvent
from clio.kernel.match.match_metadata import metadata_of
from clio.kernel.match.visibility import NOBODY, PUBLIC, audience
from clio.kernel.missing_game import game_or_missing
from clio.kernel.outcome import Outcome
from clio.kernel.time_control import parse_time_control
from clio.projections.projection import Projection, ViewWriter
from clio.projections.standings.ranking import ranks
from clio.projections.standings.rating import EVEN_SIDE, Rating, rate
from clio.projections.standings.standing import PlayedMatch, SideStrength, Standing, after_match
from clio.projections.table import Column, Table, key_of

OVERALL: Final = ""
ANY_SIDE: Final = ""
ANY_CLASS: Final = ""
RATED_MOVES: Final = 2
"""Moves of every seat, after which a match that somebody gives up counts for ratings."""
GIVEN_UP: Final = frozenset({"CLIO-RESIGN", "CLIO-ABANDON"})

STANDINGS: Final = Table(
    name="standings",
    document=Standing,
    columns=(
        Column("audience", "text", lambda standing: standing.audience, before=PUBLIC),
        Column("game", "text", lambda standing: standing.game),
        Column("side", "text", lambda standing: standing.side),
        Column("player", "text", lambda standing: standing.player, personal=True),
        Column("time_class", "text", lambda standing: standing.time_class),
        Column("rating", "real", lambda standing: standing.rating.shown),
    ),
    indexes=(
        ("audience", "game", "side", "time_class", "-rating", "player"),
        ("player", "audience", "game", "side", "time_class"),
    ),
)
HISTORY: Final = Table(
    name="history",
    document=PlayedMatch,
    columns=(
        Column("audience", "text", lambda played: played.audience, before=PUBLIC),
        Column("game", "text", lambda played: played.game),
        Column("side", "text", lambda played: played.side),
        Column("player", "text", lambda played: played.player, personal=True),
        Column("time_class", "text", lambda played: played.time_class),
        Column("position", "integer", lambda played: played.position),
    ),
    indexes=(("player", "audience", "game", "side", "time_class", "-position"),),
)
SIDES: Final = Table(
    name="sides",
    document=SideStrength,
    columns=(
        Column("audience", "text", lambda strength: strength.audience, before=PUBLIC),
        Column("board", "text", lambda strength: strength.board),
        Column("game", "text", lambda strength: strength.game),
        Column("side", "text", lambda strength: strength.side),
    ),
)


class _Running(msgspec.Struct, frozen=True):
    """A running match, as far as standings depend on it."""

    game: str
    names: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    resigned: tuple[int, ...] = ()
    """The seats that are out: by resignation, by time, or abandoned."""
    fair: bool = False
    """Whether the match has the rules of fair play, by which it counts only once every seat has moved."""
    clock: str = ""
    moves: tuple[int, ...] = ()
    """The moves of every seat, as far as they matter."""
    revealed: bool = False
    void: bool = False
    """Whether a round of readiness was void after somebody had revealed their entropy."""

    audience: str = PUBLIC

    @property
    def time_class(self) -> str:
        """The class of the time control; empty without a clock."""
        control = parse_time_control(self.clock) if self.clock else None
        return control.time_class if control is not None else ANY_CLASS


class _Board(NamedTuple):
    """A leaderboard: of a game or all, of sides or any, of a time class or any, of an audience."""

    game: str
    sides: tuple[str, ...]
    time_class: str
    audience: str


class _Played(NamedTuple):
    """A finished match, as far as ratings depend on it."""

    game: str
    sides: tuple[str, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    audience: str


RUNNING: Final = Table(name="running", document=_Running, private=True)


class Standings(Projection):
    """Updates ratings in log order.

    Solo matches, forks, matches with one name on several seats, those with bots of the server and those opened with the
    label ``rated=no`` do not count. With the rules of fair play a match counts if it ended by the rules or by time, or
    by a resignation after ``RATED_MOVES`` moves of every seat, and if no reveal of entropy was void.

    Public matches count for the leaderboards that everyone sees; the closed matches of a namespace for its own ones.
    """

    name: ClassVar[str] = "standings"
    version: ClassVar[int] = 2
    tables: ClassVar[tuple[Table, ...]] = (STANDINGS, HISTORY, SIDES, RUNNING)

    def __init__(self, games: Mapping[str, Game[Any, Any]]) -> None:
        self._games: Final = games

    def apply(self, view: ViewWriter, position: int, event: MatchEvent) -> None:
        """Tracks running matches and counts finished ones."""
        payload = event.payload
        if isinstance(payload, Opened):
            metadata = metadata_of(event)
            seen_by = audience(metadata)
            is_counted = payload.seats > 1 and not metadata.is_unrated and seen_by != NOBODY
            if is_counted and payload.forked_from is msgspec.UNSET:
                fair, clock = payload.roles is not msgspec.UNSET, payload.clock or ""
                opened = _Running(payload.game, fair=fair, clock=clock, audience=seen_by)
                view.put(RUNNING, event.match_id, opened)
            return
        running = view.get(RUNNING, event.match_id, _Running)
        if running is None:
            return
        if isinstance(payload, Finished | Aborted):
            view.delete(RUNNING, event.match_id)
        if isinstance(payload, Finished):
            _count(view, position, event, running, payload)
        elif isinstance(payload, Joined) and "bot" in event.private:
            view.delete(RUNNING, event.match_id)
        elif (after := self._after(running, event)) is not running:
            view.put(RUNNING, event.match_id, after)

    def _after(self, running: _Running, event: MatchEvent) -> _Running:
        payload = event.payload
        match payload:
            case Started(names=names):
                return replace(running, names=names, moves=(0,) * len(names))
            case Resigned(seat=seat) | TimedOut(seat=seat) | Abandoned(seat=seat):
                return replace(running, resigned=(*running.resigned, seat))
            case Ready():
                return running if running.revealed else replace(running, revealed=True)
            case Left() | Lapsed() if running.revealed:
                return replace(running, revealed=False, void=True)
            case GameEvent():
                sides = game_or_missing(self._games, running.game).sides(payload)
                return _moved(replace(running, sides=sides) if sides else running, event)
            case _:
                return running


def _moved(running: _Running, event: MatchEvent) -> _Running:
    """Counts the moves of every seat, up to the number that matters."""
    kind, _, number = event.actor.partition(":")
    if not running.fair or kind != "seat" or event.payload.move is msgspec.UNSET:  # type: ignore[union-attr]  # a game's event
        return running
    seat, moves = int(number), running.moves
    if moves[seat] >= RATED_MOVES:
        return running
    return replace(running, moves=(*moves[:seat], moves[seat] + 1, *moves[seat + 1 :]))


def is_rated(running: _Running, finished: Finished) -> bool:
    """Whether a finished match counts for ratings."""
    if len(set(running.names)) < len(running.names) or running.void:
        return False
    return not running.fair or finished.decided_by not in GIVEN_UP or min(running.moves) >= RATED_MOVES


def _count(view: ViewWriter, position: int, event: MatchEvent, running: _Running, finished: Finished) -> None:
    names = running.names
    if not is_rated(running, finished):
        return
    outcome = Outcome(finished.scores, finished.winners, finished.decided_by)
    order = ranks(outcome, len(names), running.resigned)
    match = _Played(running.game, running.sides, order, outcome.winners, running.audience)
    for board in _boards(running):
        game, sides, time_class, seen_by = board
        before = [_standing(view, board, side, name) for name, side in zip(names, sides, strict=True)]
        after = _rated(view, board, match, [standing.rating for standing in before])
        for seat, standing in enumerate(before):
            played = PlayedMatch(
                game=game,
                side=sides[seat],
                player=names[seat],
                position=position,
                match_id=event.match_id,
                match_game=match.game,
                match_side=match.sides[seat] if match.sides else ANY_SIDE,
                at=event.at,
                seat=seat,
                seats=len(names),
                rank=match.ranks[seat],
                won=seat in match.winners,
                points=next((score.total for score in outcome.scores if score.seat == seat), None),
                opponents=(*names[:seat], *names[seat + 1 :]),
                before=standing.rating,
                after=after[seat],
                audience=seen_by,
                time_class=time_class,
                clock=running.clock,
            )
            view.put(HISTORY, key_of(*_key(board, sides[seat], names[seat]), position), played)
            view.put(STANDINGS, key_of(*_key(board, sides[seat], names[seat])), after_match(standing, played))


def _boards(running: _Running) -> Iterator[_Board]:
    """Yields the leaderboards that a match counts for: overall, the game's, the sides', those of its time class."""
    alike = (ANY_SIDE,) * len(running.names)
    yield _Board(OVERALL, alike, ANY_CLASS, running.audience)
    yield _Board(running.game, alike, ANY_CLASS, running.audience)
    if running.sides:
        yield _Board(running.game, running.sides, ANY_CLASS, running.audience)
    if time_class := running.time_class:
        yield _Board(OVERALL, alike, time_class, running.audience)
        yield _Board(running.game, alike, time_class, running.audience)


def _key(board: _Board, side: str, player: str) -> tuple[str, ...]:
    return (board.audience, board.game, side, player, *([board.time_class] if board.time_class else []))


def _standing(view: ViewWriter, board: _Board, side: str, player: str) -> Standing:
    found = view.get(STANDINGS, key_of(*_key(board, side, player)), Standing)
    return found or Standing(board.game, side, player, time_class=board.time_class, audience=board.audience)


def _rated(view: ViewWriter, board: _Board, match: _Played, before: list[Rating]) -> list[Rating]:
    """Returns ratings after the match. A side's own leaderboard compares players of that side: it needs no partner."""
    game, sides, time_class, _ = board
    if not match.sides or any(sides) or time_class:
        return [team[0] for team in rate([[rating] for rating in before], match.ranks)]
    keys = [key_of(match.audience, game, match.game, side) for side in match.sides]
    partners = [
        view.get(SIDES, key, SideStrength) or SideStrength(game, match.game, side, EVEN_SIDE, audience=match.audience)
        for key, side in zip(keys, match.sides, strict=True)
    ]
    teams = [[rating, partner.rating] for rating, partner in zip(before, partners, strict=True)]
    after = rate(teams, match.ranks)
    for seat, (key, partner) in enumerate(zip(keys, partners, strict=True)):
        won = partner.won + (seat in match.winners)
        view.put(SIDES, key, replace(partner, rating=after[seat][1], played=partner.played + 1, won=won))
    return [team[0] for team in after]

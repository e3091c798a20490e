"""Standings: matches played and won, points, streaks and ratings, per game, per side and overall."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from clio.kernel.events.lifecycle import Aborted, Finished, Joined, Opened, Resigned, Started
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game, GameEvent
from clio.kernel.match.match_metadata import metadata_of
from clio.kernel.match.visibility import NOBODY, PUBLIC, audience
from clio.kernel.outcome import Outcome
from clio.projections.projection import Projection, ViewWriter
from clio.projections.standings.ranking import ranks
from clio.projections.standings.rating import EVEN_SIDE, Rating, rate
from clio.projections.standings.standing import PlayedMatch, SideStrength, Standing, after_match
from clio.projections.table import Column, Table, key_of

OVERALL: Final = ""
ANY_SIDE: Final = ""

STANDINGS: Final = Table(
    name="standings",
    document=Standing,
    columns=(
        Column("audience", "text", lambda standing: standing.audience, before=PUBLIC),
        Column("game", "text", lambda standing: standing.game),
        Column("side", "text", lambda standing: standing.side),
        Column("player", "text", lambda standing: standing.player, personal=True),
        Column("rating", "real", lambda standing: standing.rating.shown),
    ),
    indexes=(("audience", "game", "side", "-rating", "player"), ("player", "audience", "game", "side")),
)
HISTORY: Final = Table(
    name="history",
    document=PlayedMatch,
    columns=(
        Column("audience", "text", lambda played: played.audience, before=PUBLIC),
        Column("game", "text", lambda played: played.game),
        Column("side", "text", lambda played: played.side),
        Column("player", "text", lambda played: played.player, personal=True),
        Column("position", "integer", lambda played: played.position),
    ),
    indexes=(("player", "audience", "game", "side", "-position"),),
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
    audience: str = PUBLIC


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

    Solo matches, forks, matches with one name on several seats and those with bots of the server do not count.

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
            seen_by = audience(metadata_of(event))
            if payload.seats > 1 and payload.forked_from is msgspec.UNSET and seen_by != NOBODY:
                view.put(RUNNING, event.match_id, _Running(payload.game, audience=seen_by))
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
        elif isinstance(payload, Started):
            view.put(RUNNING, event.match_id, replace(running, names=payload.names))
        elif isinstance(payload, Resigned):
            view.put(RUNNING, event.match_id, replace(running, resigned=(*running.resigned, payload.seat)))
        elif isinstance(payload, GameEvent) and (sides := self._games[running.game].sides(payload)):
            view.put(RUNNING, event.match_id, replace(running, sides=sides))


def _count(view: ViewWriter, position: int, event: MatchEvent, running: _Running, finished: Finished) -> None:
    names = running.names
    if len(set(names)) < len(names):
        return
    outcome = Outcome(finished.scores, finished.winners, finished.decided_by)
    order = ranks(outcome, len(names), running.resigned)
    match = _Played(running.game, running.sides, order, outcome.winners, running.audience)
    for board in _boards(running):
        game, sides = board
        before = [_standing(view, match.audience, game, side, name) for name, side in zip(names, sides, strict=True)]
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
                audience=match.audience,
            )
            place = (match.audience, game, sides[seat], names[seat])
            view.put(HISTORY, key_of(*place, position), played)
            view.put(STANDINGS, key_of(*place), after_match(standing, played))


def _boards(running: _Running) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yields the leaderboards that a match counts for: overall, the game's, and the sides' where sides differ."""
    alike = (ANY_SIDE,) * len(running.names)
    yield OVERALL, alike
    yield running.game, alike
    if running.sides:
        yield running.game, running.sides


def _standing(view: ViewWriter, seen_by: str, game: str, side: str, player: str) -> Standing:
    known = view.get(STANDINGS, key_of(seen_by, game, side, player), Standing)
    return known or Standing(game, side, player, audience=seen_by)


def _rated(view: ViewWriter, board: tuple[str, tuple[str, ...]], match: _Played, before: list[Rating]) -> list[Rating]:
    """Returns ratings after the match. A side's own leaderboard compares players of that side: it needs no partner."""
    game, sides = board
    if not match.sides or any(sides):
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

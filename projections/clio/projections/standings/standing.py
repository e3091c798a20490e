"""A player's standing, and the matches that led to it."""

import msgspec

from clio.kernel.match.visibility import PUBLIC
from clio.projections.standings.rating import NEWCOMER, Rating


class Standing(msgspec.Struct, frozen=True):
    """A player's results in one game (empty: all games), on one side of it (empty: any side).

    ``streak`` counts the latest consecutive wins (positive) or other results (negative).
    """

    game: str
    side: str
    player: str
    played: int = 0
    won: int = 0
    points: int = 0
    best_points: int | None = None
    streak: int = 0
    longest_streak: int = 0
    rating: Rating = NEWCOMER
    last_match: str = ""
    last_at: str = ""
    time_class: str = ""
    """Only matches of this class of time controls; empty for all."""
    audience: str = PUBLIC
    """Who sees it: everyone, or the callers of a namespace, whose closed matches count for leaderboards of its own."""


class PlayedMatch(msgspec.Struct, frozen=True):
    """One match of a player's history, with the rating before and after. ``side`` is that of the standing."""

    game: str
    side: str
    player: str
    position: int
    match_id: str
    match_game: str
    match_side: str
    at: str
    seat: int
    seats: int
    rank: int
    won: bool
    points: int | None
    opponents: tuple[str, ...]
    before: Rating
    after: Rating
    time_class: str = ""
    clock: str = ""
    """The time control of the match; empty without one."""
    audience: str = PUBLIC


class SideStrength(msgspec.Struct, frozen=True):
    """The estimated advantage of a side of a game, on one leaderboard."""

    board: str
    game: str
    side: str
    rating: Rating
    played: int = 0
    won: int = 0
    audience: str = PUBLIC


def after_match(standing: Standing, played: PlayedMatch) -> Standing:
    """Returns the standing after one more match."""
    won = played.won
    streak = max(standing.streak, 0) + 1 if won else min(standing.streak, 0) - 1
    best = standing.best_points
    if played.points is not None:
        best = played.points if best is None else max(best, played.points)
    return Standing(
        game=standing.game,
        side=standing.side,
        player=standing.player,
        played=standing.played + 1,
        won=standing.won + won,
        points=standing.points + (played.points or 0),
        best_points=best,
        streak=streak,
        longest_streak=max(standing.longest_streak, streak),
        rating=played.after,
        last_match=played.match_id,
        last_at=played.at,
        time_class=standing.time_class,
        audience=standing.audience,
    )

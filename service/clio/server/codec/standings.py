"""Standings as messages."""

from clio.projections.standings.rating import Rating
from clio.projections.standings.standing import PlayedMatch, SideStrength, Standing
from clio.server.codec.timestamps import to_timestamp
from clio.v1 import standings_service_pb2 as pb


def to_standing(standing: Standing, rank: int) -> pb.Standing:
    """A row of a leaderboard."""
    return pb.Standing(
        rank=rank,
        player=standing.player,
        name=standing.player,
        game=standing.game,
        side=standing.side,
        played=standing.played,
        won=standing.won,
        points=standing.points,
        best_points=standing.best_points,
        streak=standing.streak,
        longest_streak=standing.longest_streak,
        rating=to_rating(standing.rating),
        last_match_id=standing.last_match,
        last_match_time=to_timestamp(standing.last_at),
        time_class=standing.time_class,
    )


def to_played(played: PlayedMatch) -> pb.PlayedMatch:
    """A match of a player's history."""
    return pb.PlayedMatch(
        match_id=played.match_id,
        game=played.match_game,
        side=played.match_side,
        end_time=to_timestamp(played.at),
        seat=played.seat,
        seats=played.seats,
        rank=played.rank,
        won=played.won,
        points=played.points,
        opponents=played.opponents,
        before=to_rating(played.before),
        after=to_rating(played.after),
        clock=played.clock,
    )


def to_side(strength: SideStrength) -> pb.SideStrength:
    """What a side adds."""
    return pb.SideStrength(
        side=strength.side, played=strength.played, won=strength.won, rating=to_rating(strength.rating)
    )


def to_rating(rating: Rating) -> pb.Rating:
    """A rating."""
    return pb.Rating(rating=rating.shown, mu=rating.mu, sigma=rating.sigma)

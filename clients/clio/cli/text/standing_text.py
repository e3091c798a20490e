"""Standings as JSON and as tables."""

from collections.abc import Sequence

from clio.cli.i18n.translate import t
from clio.cli.render.json_output import Plain, to_json_value
from clio.cli.render.output import Table
from clio.v1.standings_service_pb2 import PlayedMatch, Rating, Standing

HEADINGS = ("rank", "player", "rating", "±", "played", "won", "points", "best", "streak", "longest")


def row(standing: Standing) -> dict[str, Plain]:
    """A standing as ``--json`` prints it, with the rating as a number beside its mu and sigma."""
    return to_json_value(standing) | _numbers(standing.rating)


def history_row(played: PlayedMatch) -> dict[str, Plain]:
    """A match of a history as ``--json`` prints it."""
    return to_json_value(played) | {"before": played.before.rating, "after": played.after.rating}


def table_of(standings: Sequence[Standing], title: str = "") -> Table:
    """Tabulates a leaderboard."""
    return Table([t(name) for name in HEADINGS], [_cells(standing) for standing in standings], title)


def board_name(standing: Standing) -> str:
    """The name of a standing's leaderboard."""
    return " ".join(filter(None, (standing.game or t("all games"), t(standing.side))))


def streak_in_words(streak: int) -> str:
    """Formats a streak: wins are positive, losses negative."""
    return f"{streak:+d}" if streak else "-"


def _cells(standing: Standing) -> list[str]:
    return [
        str(standing.rank),
        standing.name or standing.player,
        f"{standing.rating.rating:.2f}",
        f"{standing.rating.sigma:.2f}",
        str(standing.played),
        f"{standing.won} ({100 * standing.won / standing.played:.0f} %)",
        str(standing.points),
        str(standing.best_points) if standing.HasField("best_points") else "-",
        streak_in_words(standing.streak),
        str(standing.longest_streak),
    ]


def _numbers(rating: Rating) -> dict[str, Plain]:
    return {"rating": rating.rating, "mu": rating.mu, "sigma": rating.sigma}

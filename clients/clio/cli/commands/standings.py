"""clio standings."""

import click

from clio.cli.i18n.translate import t
from clio.cli.render.json_output import Plain
from clio.cli.render.output import Table
from clio.cli.session.completion import complete_games
from clio.cli.session.session import Session, reading_command
from clio.cli.text.freshness import warn_if_behind
from clio.cli.text.standing_text import row, table_of
from clio.client.client import LARGEST_PAGE
from clio.v1.standings_service_pb2 import ListStandingsResponse, SideStrength, Standing

SIDE_HEADINGS = ("side", "played", "won", "strength", "±")


@click.command("standings")
@click.argument("game", default="", shell_complete=complete_games)
@click.option("--side", default="", help="Only ratings for this side of the game.")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="Maximum number of results.")
@click.option("--time", "time_class", type=click.Choice(["blitz", "rapid", "days"]), help="Only matches by this clock.")
@reading_command
async def command(session: Session, game: str, side: str, limit: int, time_class: str | None) -> None:
    """Show the leaderboard of GAME, or of all games.

    The rating is a cautious estimate of strength; ± is its uncertainty. Solo matches do not
    count.

    \b
    Example:
      clio standings akros
      clio standings akros --side jinn
      clio standings --time blitz
    """  # noqa: D301 (Click's mark for lines to keep)
    standings: list[Standing] = []
    last = ListStandingsResponse()
    async for page in session.client.views.list_standings(
        game, side=side, time_class=time_class or "", page_size=min(limit, LARGEST_PAGE)
    ).pages():
        last = page
        standings += page.standings
        if len(standings) >= limit:
            break
    rows = standings[:limit]
    if session.out.as_json:
        sides: list[Plain] = [_side(strength) for strength in last.sides]
        session.out.document(
            {
                "standings": [row(standing) for standing in rows],
                "sides": sides,
                "total_size": last.total_size,
                "position": last.as_of.position,
                "lag": last.as_of.lag,
            }
        )
        return
    if not rows:
        session.out.line(t("No rated match has finished yet."))
        return
    session.out.table(table_of(rows))
    if last.sides and not side:
        shown = [
            [t(each.side), str(each.played), str(each.won), f"{each.rating.mu:+.2f}", f"{each.rating.sigma:.2f}"]
            for each in last.sides
        ]
        session.out.line()
        session.out.table(Table([t(name) for name in SIDE_HEADINGS], shown))
    warn_if_behind(session.out, last.as_of)


def _side(strength: SideStrength) -> dict[str, Plain]:
    return {
        "side": strength.side,
        "played": strength.played,
        "won": strength.won,
        "mu": strength.rating.mu,
        "sigma": strength.rating.sigma,
    }

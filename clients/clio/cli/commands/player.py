"""clio player."""

from pathlib import Path

import click

from clio.cli.click_support.options import svg_option
from clio.cli.i18n.translate import counted, filled, t
from clio.cli.render.chart import curve_of
from clio.cli.render.output import Table
from clio.cli.render.output_file import write_text
from clio.cli.render.svg import curve_svg
from clio.cli.session.completion import complete_games
from clio.cli.session.session import Session, reading_command
from clio.cli.text.freshness import warn_if_behind
from clio.cli.text.standing_text import board_name, history_row, row, streak_in_words
from clio.client.client import LARGEST_PAGE
from clio.v1.standings_service_pb2 import GetPlayerResponse, PlayedMatch

SHOWN = 10
HEADINGS = ("leaderboard", "rank", "rating", "played", "won", "streak")
MATCH_HEADINGS = ("match", "game", "result", "points", "rating", "against")


@click.command("player")
@click.argument("name")
@click.argument("game", default="", shell_complete=complete_games)
@click.option("--side", default="", help="Only this side of the game.")
@click.option("--limit", type=click.IntRange(min=1), default=LARGEST_PAGE, show_default=True, help="Matches at most.")
@svg_option
@reading_command
async def command(  # noqa: PLR0913 (the options of the command line)
    session: Session, *, name: str, game: str, side: str, limit: int, svg_file: Path | None
) -> None:
    """Show the standings, matches and ratings of player NAME.

    Only in GAME, or in all games.

    \b
    Example:
      clio player Ada
      clio player Ada akros --side ifrit
      clio player Ada --svg ada.svg
    """  # noqa: D301 (Click's mark for lines to keep)
    player = await session.client.views.get_player(name)
    matches: list[PlayedMatch] = []
    async for played in session.client.views.list_player_matches(
        player.standings[0].player, game, side=side, page_size=min(limit, LARGEST_PAGE)
    ):
        matches.append(played)
        if len(matches) == limit:
            break
    # The rating before the first of them, so that one match gives a line.
    curve = [played.before.rating for played in matches[-1:]] + [played.after.rating for played in reversed(matches)]
    if svg_file is not None:
        board = " ".join(filter(None, (game or t("all games"), t(side))))
        title = filled("{name}: rating in {board}", name=name, board=board)
        write_text(svg_file, curve_svg(title, _span(curve), curve))
        return
    if session.out.as_json:
        session.out.document(
            {
                "standings": [row(standing) for standing in player.standings],
                "matches": [history_row(played) for played in matches],
                "position": player.as_of.position,
                "lag": player.as_of.lag,
            }
        )
        return
    _show(session, player, matches, curve)


def _show(session: Session, player: GetPlayerResponse, matches: list[PlayedMatch], curve: list[float]) -> None:
    rows = [
        [
            board_name(standing),
            str(standing.rank),
            f"{standing.rating.rating:.2f}",
            str(standing.played),
            str(standing.won),
            streak_in_words(standing.streak),
        ]
        for standing in player.standings
    ]
    session.out.table(Table([t(name) for name in HEADINGS], rows))
    if matches:
        session.out.line()
        session.out.line(f"{t('rating')}  {curve_of(curve)}  {_span(curve)}")
        session.out.line()
        session.out.table(Table([t(name) for name in MATCH_HEADINGS], _lines(matches[:SHOWN])))
    warn_if_behind(session.out, player.as_of)


def _lines(matches: list[PlayedMatch]) -> list[list[str]]:
    return [
        [
            played.match_id,
            " ".join(filter(None, (played.game, t(played.side)))),
            filled("{number} of {all}", number=played.rank, all=played.seats),
            str(played.points) if played.HasField("points") else "-",
            f"{played.after.rating:.2f} ({played.after.rating - played.before.rating:+.2f})",
            ", ".join(played.opponents),
        ]
        for played in matches
    ]


def _span(curve: list[float]) -> str:
    if not curve:
        return t("no matches")
    return counted(
        "{first} to {last} over {number} match",
        "{first} to {last} over {number} matches",
        len(curve) - 1,
        first=f"{curve[0]:.2f}",
        last=f"{curve[-1]:.2f}",
    )

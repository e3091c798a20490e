"""clio stats."""

from pathlib import Path

import click

from clients.cli.chart import draw
from clients.cli.drawing_file import svg_option, write_drawing
from clients.cli.freshness import tell_lag
from clients.cli.language import filled
from clients.cli.plain import to_plain
from clients.cli.session import Session, talks
from clients.cli.statistics_charts import charts_of
from clients.cli.svg import bars_svg
from clio.v1.statistics_service_pb2 import GetStatisticsResponse


@click.command("stats")
@click.argument("game")
@click.option("--seats", type=click.IntRange(min=1), help="Only matches with so many seats.")
@svg_option
@talks
async def command(session: Session, game: str, seats: int | None, svg_file: Path | None) -> None:
    """Show what matches of GAME are like: length, duration, choices, points, who wins, what is used.

    \b
    Example:
      clio stats amphipolis
      clio stats amphipolis --seats 3 --svg amphipolis.svg
    """  # noqa: D301 (Click's mark for lines to keep)
    statistics = await session.client.views.get_statistics(game, seats=seats or 0)
    if svg_file is not None:
        write_drawing(svg_file, bars_svg(_title(statistics), charts_of(statistics)))
        return
    if session.out.as_json:
        session.out.document({"statistics": to_plain(statistics)})
        return
    session.out.line(_title(statistics))
    session.out.line()
    for chart in charts_of(statistics):
        draw(session.out, chart)
    tell_lag(session.out, statistics.as_of)


def _title(statistics: GetStatisticsResponse) -> str:
    return filled(
        "{game}: {finished} finished ({resigned} with a resignation), {aborted} aborted, {opened} opened",
        game=statistics.game,
        finished=statistics.finished,
        resigned=statistics.resigned,
        aborted=statistics.aborted,
        opened=statistics.opened,
    )

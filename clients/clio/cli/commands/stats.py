"""clio stats."""

from pathlib import Path

import click

from clio.cli.click_support.options import svg_option
from clio.cli.i18n.translate import filled
from clio.cli.render.chart import draw
from clio.cli.render.json_output import to_json_value
from clio.cli.render.output_file import write_text
from clio.cli.render.svg import bars_svg
from clio.cli.session.session import Session, server_command
from clio.cli.text.freshness import warn_if_behind
from clio.cli.text.statistics_charts import charts_of
from clio.v1.statistics_service_pb2 import GetStatisticsResponse


@click.command("stats")
@click.argument("game")
@click.option("--seats", type=click.IntRange(min=1), help="Only matches with this number of seats.")
@svg_option
@server_command
async def command(session: Session, game: str, seats: int | None, svg_file: Path | None) -> None:
    """Show statistics of GAME: length, duration, choices, points, winners, components.

    \b
    Example:
      clio stats amphipolis
      clio stats amphipolis --seats 3 --svg amphipolis.svg
    """  # noqa: D301 (Click's mark for lines to keep)
    statistics = await session.client.views.get_statistics(game, seats=seats or 0)
    if svg_file is not None:
        write_text(svg_file, bars_svg(_title(statistics), charts_of(statistics)))
        return
    if session.out.as_json:
        session.out.document({"statistics": to_json_value(statistics)})
        return
    session.out.line(_title(statistics))
    session.out.line()
    for chart in charts_of(statistics):
        draw(session.out, chart)
    warn_if_behind(session.out, statistics.as_of)


def _title(statistics: GetStatisticsResponse) -> str:
    return filled(
        "{game}: {finished} finished ({resigned} with a resignation), {aborted} aborted, {opened} opened",
        game=statistics.game,
        finished=statistics.finished,
        resigned=statistics.resigned,
        aborted=statistics.aborted,
        opened=statistics.opened,
    )

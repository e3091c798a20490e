"""clio stats."""

from collections.abc import Sequence
from pathlib import Path

import click

from clio.cli.click_support.options import svg_option
from clio.cli.i18n.translate import counted, filled, t
from clio.cli.render.chart import draw
from clio.cli.render.json_output import Plain, to_json_value
from clio.cli.render.output_file import write_text
from clio.cli.render.svg import bars_svg
from clio.cli.session.completion import complete_games
from clio.cli.session.servers import is_own_session, sessions
from clio.cli.session.session import Session, server_command
from clio.cli.text.freshness import warn_if_behind
from clio.cli.text.statistics_charts import charts_of
from clio.v1.statistics_service_pb2 import GetStatisticsResponse


@click.command("stats")
@click.argument("game", shell_complete=complete_games)
@click.option("--seats", type=click.IntRange(min=1), help="Only matches with this number of seats.")
@svg_option
@server_command
async def command(session: Session, game: str, seats: int | None, svg_file: Path | None) -> None:
    """Show statistics of GAME: length, choices, points, winners.

    \b
    Example:
      clio stats amphipolis
      clio stats amphipolis --seats 3 --svg amphipolis.svg
    """  # noqa: D301 (Click's mark for lines to keep)
    async with sessions(session) as asked:
        found = [(each, await each.client.views.get_statistics(game, seats=seats or 0)) for each in asked]
    # Where nothing was played there is nothing to show beside the other server.
    found = [(each, statistics) for each, statistics in found if statistics.opened] or found[:1]
    if svg_file is not None:
        write_text(svg_file, bars_svg([(_heading(found, at), charts_of(found[at][1])) for at in range(len(found))]))
        return
    if session.out.as_json:
        document: dict[str, Plain] = {
            "statistics": to_json_value(found[0][1]),
            "server": found[0][0].tokens.server,
        }
        if len(found) > 1:
            document["others"] = [
                {"server": each.tokens.server, "statistics": to_json_value(statistics)}
                for each, statistics in found[1:]
            ]
        session.out.document(document)
        return
    with session.out.paged():
        for at, (_, statistics) in enumerate(found):
            session.out.line(_heading(found, at))
            session.out.line()
            for chart in charts_of(statistics):
                draw(session.out, chart)
            warn_if_behind(session.out, statistics.as_of)


def _heading(found: Sequence[tuple[Session, GetStatisticsResponse]], at: int) -> str:
    session, statistics = found[at]
    title = _title(statistics)
    if len(found) == 1:
        return title
    where = t("your own server") if is_own_session(session) else session.tokens.server
    return filled("{server}: {title}", server=where, title=title)


def _title(statistics: GetStatisticsResponse) -> str:
    matches = [
        counted("{number} match finished", "{number} matches finished", statistics.finished),
        counted("{number} with a resignation", "{number} with a resignation", statistics.resigned),
        counted("{number} aborted", "{number} aborted", statistics.aborted),
        counted("{number} opened", "{number} opened", statistics.opened),
    ]
    return f"{statistics.game}: {', '.join(matches)}"

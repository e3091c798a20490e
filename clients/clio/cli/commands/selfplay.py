"""clio selfplay."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import click

from clio.cli.click_support.options import pairs_option
from clio.cli.render.output import Output
from clio.cli.session.completion import complete_games
from clio.cli.session.session import credentials_for, json_option, normalised, run_command
from clio.cli.workflows.tournament import Tournament, play_tournament
from clio.client.client import Client

BOTS = ("random", "greedy", "search")


@click.command("selfplay")
@click.argument("game", shell_complete=complete_games)
@click.option("--matches", type=click.IntRange(min=1), default=1, show_default=True, help="Number of matches.")
@click.option(
    "--seats", type=click.IntRange(min=1), help="Number of bots per match (default: the minimum, at least 2)."
)
@pairs_option
@click.option("--bot", type=click.Choice(BOTS), default="random", show_default=True, help="The kind of bot.")
@click.option(
    "--out",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write each match there, as MATCH.clio.",
)
@click.option("--seed", type=int, help="Seed of the bots' choices; the server adds its own chance.")
@click.option(
    "--parallel", type=click.IntRange(1, 256), default=8, show_default=True, help="Number of matches at the same time."
)
@click.option(
    "--server",
    envvar="CLIO_SERVER",
    metavar="HOST:PORT",
    help="Play on this server (default: one inside this command).",
)
@json_option
def command(  # noqa: PLR0913 (the options of the command line)
    *,
    game: str,
    matches: int,
    seats: int | None,
    options: dict[str, str],
    bot: str,
    folder: Path | None,
    seed: int | None,
    parallel: int,
    server: str | None,
    as_json: bool,
) -> None:
    """Let bots play matches of GAME over the API.

    Without --server they play on a server inside this command, whose data is deleted at the end; --out saves
    the matches. With --json there is one line per match.

    \b
    Example:
      clio selfplay amphipolis --matches 20 --seats 3 --bot greedy --out played
      clio verify played/*.clio
    """  # noqa: D301 (Click's mark for lines to keep)
    out = Output(as_json=as_json)
    tournament = Tournament(game, matches, seats or 0, bot, folder, seed, parallel, options)

    async def played() -> None:
        shown = None if server is None else credentials_for(server)
        async with _server(server) as address, Client(address, credentials=shown) as client:
            await play_tournament(client, tournament, out)

    run_command(out, played(), game)


@asynccontextmanager
async def _server(given: str | None) -> AsyncIterator[str]:
    if given is not None:
        yield normalised(given)
        return
    # Loaded here: the server and all rules come with it.
    from clio.cli.local.embedded_server import embedded_server  # noqa: PLC0415

    async with embedded_server() as address:
        yield address

"""clio play."""

import getpass
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import click

from clio.cli.click_support.options import pairs_option
from clio.cli.command_name import command_name
from clio.cli.extras import PLAY, SERVER, require_extras
from clio.cli.i18n.translate import filled
from clio.cli.play.controller import PlayController
from clio.cli.play.saved_matches import SavedMatches
from clio.cli.play.setup import MatchRequest, bots_at, controller_of, take_seat
from clio.cli.render.options import RenderOptions
from clio.cli.render.output import Output
from clio.cli.render.terminal import whole_screen
from clio.cli.session.session import Session, ascii_option, credentials_for, json_option, normalised, run_command
from clio.cli.session.token_store import TokenStore, state_folder
from clio.client.client import DEFAULT_ADDRESS, Client
from clio.client.retry import RetryPolicy

OWN_SERVER = "own"
_PATIENCE = RetryPolicy(attempts=4)


@click.command("play")
@click.argument("game")
@click.option(
    "--bots", default="", metavar="KIND,KIND", help="The bots to play against: greedy, random, search or a file."
)
@click.option("--host", is_flag=True, help="Open a match for people and print the code to join it.")
@click.option("--join", default="", metavar="CODE", help="Join the match with this code.")
@click.option("--new", is_flag=True, help="Start a new match, even if you have an unfinished one.")
@click.option("--name", default="", help="Your name, as others see it (default: your user name).")
@click.option("--seats", type=click.IntRange(min=1), help="Number of players.")
@pairs_option
@click.option(
    "--pause",
    type=click.FloatRange(0, 60),
    default=0.4,
    show_default=True,
    help="Seconds that a bot waits before its move.",
)
@click.option("--seed", type=int, help="Seed of the bots' choices; the server adds its own chance.")
@click.option("--line", "by_line", is_flag=True, help="Play line by line instead of full screen.")
@click.option(
    "--server",
    envvar="CLIO_SERVER",
    metavar="HOST:PORT",
    help="Play on this server (default: one inside this command).",
)
@ascii_option
@json_option
def command(  # noqa: PLR0913 (the options of the command line)
    *,
    game: str,
    bots: str,
    host: bool,
    join: str,
    new: bool,
    name: str,
    seats: int | None,
    options: dict[str, str],
    pause: float,
    seed: int | None,
    by_line: bool,
    server: str | None,
    ascii_only: bool,
    as_json: bool,
) -> None:
    """Play a whole match of GAME, against bots or people.

    You can leave at any time: the same command resumes the match. Without --server, --host or --join it is played on
    a server inside this command, which keeps its data for the next time.
    With --json it prints documents and reads moves, a line each.

    \b
    Example:
      clio play amphipolis --bots greedy,greedy
      clio play akros --host
      clio play akros --join k3vq
    """  # noqa: D301 (Click's mark for lines to keep)
    out = Output(as_json=as_json)
    kinds = tuple(kind for kind in bots.split(",") if kind)
    request = MatchRequest(game, name or _user(), kinds, host, join, new, seats or 0, options, pause, seed)

    async def played() -> None:
        own_server = server is None and not host and not join
        full_screen = not as_json and not by_line and whole_screen()
        require_extras(*[SERVER] * own_server, *[PLAY] * full_screen)
        shown = credentials_for(server or "") if server is not None or host or join else None
        async with (
            _server(server, people=host or bool(join)) as (address, known_as),
            Client(address, retries=_PATIENCE, credentials=shown, entropy=TokenStore(known_as)) as client,
        ):
            session = Session(client, out, TokenStore(known_as))
            await _play(
                session, SavedMatches(known_as), request, RenderOptions.of_terminal(ascii_only=ascii_only), by_line
            )

    run_command(out, played())


async def _play(
    session: Session,
    matches: SavedMatches,
    request: MatchRequest,
    render_options: RenderOptions,
    by_line: bool,  # noqa: FBT001 (a flag of the command line)
) -> None:
    saved = await take_seat(session, matches, request)
    controller = controller_of(session, saved)
    if request.host and not session.out.as_json:
        session.out.line(
            filled("Others join with: clio play {game} --join {match}", game=saved.game, match=saved.match_id)
        )
    async with bots_at(session, saved, request):
        if await _run_mode(session, controller, render_options, by_line):
            matches.remove(saved.match_id)
        elif not session.out.as_json:
            again = f"{command_name()} play {saved.game}" + (
                f" --join {saved.match_id}" if request.host or request.join else ""
            )
            session.out.line(filled("Your match is saved. Resume it with: {command}", command=again))


async def _run_mode(session: Session, controller: PlayController, render_options: RenderOptions, by_line: bool) -> bool:  # noqa: FBT001 (a flag of the command line)
    """Plays in the mode that the terminal supports; returns whether the match ended."""
    if session.out.as_json:
        from clio.cli.play.json_mode import JsonMode  # noqa: PLC0415 (one of three)

        return await JsonMode(controller, session.out).play()
    if by_line or not whole_screen():
        from clio.cli.play.line_mode import LineMode  # noqa: PLC0415

        return await LineMode(controller, session.out, render_options).play()
    from clio.cli.play.full_screen import play_full_screen  # noqa: PLC0415 (loads Textual)

    return await play_full_screen(controller, render_options)


@asynccontextmanager
async def _server(given: str | None, *, people: bool) -> AsyncIterator[tuple[str, str]]:
    """The server's address, and the name under which its tokens are stored."""
    if given is not None or people:
        address = normalised(given or DEFAULT_ADDRESS)
        yield address, address
        return
    # Loaded here: the server and all rules come with it.
    from clio.cli.local.embedded_server import embedded_server  # noqa: PLC0415

    async with embedded_server(state_folder() / "own-server") as address:
        yield address, OWN_SERVER


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "player"

"""clio play."""

import getpass
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import click

from clio.cli.click_support.options import pairs_option
from clio.cli.extras import PLAY, SERVER, require_extras
from clio.cli.i18n.translate import filled
from clio.cli.play.playing import Playing, PlayOptions
from clio.cli.play.saved_matches import SavedMatches
from clio.cli.play.setup import GUEST, MatchRequest, take_seat
from clio.cli.render.options import RenderOptions
from clio.cli.render.output import Output
from clio.cli.render.terminal import whole_screen
from clio.cli.session.completion import complete_bots, complete_games, complete_matches
from clio.cli.session.own_server import OWN_SERVER, is_own, own_server
from clio.cli.session.session import (
    MIN_PREFIX,
    Session,
    ascii_option,
    credentials_for,
    json_option,
    normalised,
    run_command,
)
from clio.cli.session.token_store import TokenStore
from clio.cli.workflows.play_choices import list_choices
from clio.client.client import DEFAULT_ADDRESS, Client
from clio.client.retry import RetryPolicy

_PATIENCE = RetryPolicy(attempts=4)
_NO_NAMES = frozenset({"root", "admin", "administrator", "nobody", "user", "ubuntu", "debian", "docker", ""})


@click.command("play")
@click.argument("game", default="", shell_complete=complete_games)
@click.option(
    "--bots",
    default="",
    shell_complete=complete_bots,
    metavar="KIND,KIND",
    help="The bots to play against: greedy, random, search or a file.",
)
@click.option("--host", is_flag=True, help="Open a match for people and print the code to join it.")
@click.option(
    "--join", default="", shell_complete=complete_matches, metavar="CODE", help="Join the match with this code."
)
@click.option("--new", is_flag=True, help="Start a new match, even if you have an unfinished one.")
@click.option("--name", default="", help="Your name, as others see it (default: your user name).")
@click.option("--seats", type=click.IntRange(min=1), help="Number of players; bots take the other seats.")
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
    """Play a match of GAME against bots or people.

    Without GAME it lists the matches that you can resume or join, and the games that you can start.

    You can leave at any time: the same command resumes the match. Without --server, --host or --join the match is
    played on a server inside this command and saved on this machine. Matches against bots are not rated.

    With --json it prints JSON documents and reads moves, one per line.

    \b
    Example:
      clio play
      clio play amphipolis --bots greedy,greedy
      clio play amphipolis --seats 1
      clio play akros --host
      clio play akros --join k3vq
    """  # noqa: D301 (Click's mark for lines to keep)
    out = Output(as_json=as_json)
    if not game and not join:
        run_command(out, list_choices(out, server))
        return
    kinds = tuple(kind for kind in bots.split(",") if kind)
    request = MatchRequest(game, name or _user(), kinds, host, join, new, seats or 0, options, pause, seed)

    async def played() -> None:
        is_own_server = server in {None, OWN_SERVER} and not host and (not join or is_own(join, MIN_PREFIX))
        full_screen = not as_json and not by_line and whole_screen()
        require_extras(*[SERVER] * is_own_server, *[PLAY] * full_screen)
        shown = None if is_own_server else credentials_for(server or "")
        async with (
            _server(None if is_own_server else server or DEFAULT_ADDRESS) as (address, known_as),
            Client(address, retries=_PATIENCE, credentials=shown, entropy=TokenStore(known_as)) as client,
        ):
            session = Session(client, out, TokenStore(known_as))
            shown_as = PlayOptions(
                RenderOptions.of_terminal(ascii_only=ascii_only), by_line, is_own_server=is_own_server
            )
            await _play(session, SavedMatches(known_as), request, shown_as)

    run_command(out, played(), game)


async def _play(session: Session, matches: SavedMatches, request: MatchRequest, options: PlayOptions) -> None:
    saved = await take_seat(session, matches, request)
    if request.host and not session.out.as_json:
        session.out.line(
            filled("Others join with: clio play {game} --join {match}", game=saved.game, match=saved.match_id)
        )
    await Playing(session, matches, request, options).play(saved)


@asynccontextmanager
async def _server(given: str | None) -> AsyncIterator[tuple[str, str]]:
    """The server's address, and the name under which its tokens are stored."""
    if given is not None:
        address = normalised(given)
        yield address, address
        return
    async with own_server() as address:
        yield address, OWN_SERVER


def _user() -> str:
    """The login name; that of an administrator or of nobody says nothing about a player."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError):
        return GUEST
    return GUEST if name in _NO_NAMES else name

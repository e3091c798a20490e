"""clio bot."""

from collections.abc import Collection
from itertools import chain, count
from random import Random
from typing import TYPE_CHECKING

import click

from clio.cli.i18n.translate import filled
from clio.cli.play.setup import bot_name
from clio.cli.render.json_output import to_json_value
from clio.cli.session.bot_errors import no_such_bot
from clio.cli.session.completion import complete_bots, complete_matches, complete_seats
from clio.cli.session.error_help import explained
from clio.cli.session.session import Session, server_command
from clio.cli.session.tokens import store_token
from clio.cli.text.match_text import turn_in_words

if TYPE_CHECKING:
    from clio.bots.bot import Bot


@click.command("bot")
@click.argument("bot", metavar="NAME", shell_complete=complete_bots)
@click.option(
    "--join",
    "match",
    required=True,
    shell_complete=complete_matches,
    metavar="CODE",
    help="The match to join: its id or a prefix of it.",
)
@click.option("--as", "name", metavar="TEXT", help="The bot's name, as others see it (default: its kind).")
@click.option(
    "--seat",
    type=click.IntRange(min=0),
    shell_complete=complete_seats,
    help="The seat to take; a seat that you already have is resumed.",
)
@click.option("--seconds", type=click.FloatRange(min=0.01, max=60), help="Thinking time of search per move.")
@click.option("--pause", type=click.FloatRange(min=0, max=60), default=0.0, help="Seconds to wait before each move.")
@click.option("--seed", type=int, help="Seed of the bot's choices.")
@server_command
async def command(  # noqa: PLR0913, PLR0917 (the options of the command line)
    session: Session,
    bot: str,
    match: str,
    name: str | None,
    seat: int | None,
    seconds: float | None,
    pause: float,
    seed: int | None,
) -> None:
    """Let a bot take a seat of a match and play it.

    It plays with people or other bots until the match is over.

    NAME is random, greedy, search (the strongest; half a second a move unless --seconds is given) or a file
    with a bot of your own. The seat's token is stored: after Ctrl-C, resume with --seat N.

    \b
    Example:
      clio bot search --join k3vq --seconds 0.2
    """  # noqa: D301 (Click's mark for lines to keep)
    from clio.bots.player import Player  # noqa: PLC0415 (bots are loaded only where they play)

    kind = bot if seconds is None else f"{bot}:{seconds}"
    match_id = await session.match_id(match)
    found = await session.client.get_match(match_id)
    game = found.game
    player_bot = _new_bot(kind, game, seed)
    held = session.holding(match_id).seats
    name = name or _free_name(bot_name(kind), {each.name for each in found.seats})
    if seat is None or seat not in held:
        async with explained(session, game):
            taken = await session.client.join(match_id, name, seat)
        seat, token = taken.seat, taken.token
        store_token(session.out, token, lambda: session.tokens.keep_seat(match_id, taken.seat, taken.token))
        held = {**held, seat: token}
    session.out.aside(filled("{name} has seat {seat} of match {match}.", name=name, seat=seat, match=match_id))
    ended = await Player(session.client, match_id, {seat: held[seat]}, player_bot, pause).play()
    if session.out.as_json:
        session.out.document({"match": to_json_value(ended), "seat": seat})
        return
    session.out.line(filled("Match {match} is over: {end}.", match=match_id, end=turn_in_words(ended)))


def _free_name(kind: str, taken: Collection[str]) -> str:
    """The bot's own name, with a number where another seat has it."""
    return next(name for name in chain([kind], (f"{kind} {number}" for number in count(2))) if name not in taken)


def _new_bot(kind: str, game: str, seed: int | None) -> "Bot":
    from clio.bots.bot import NoSuchBotError  # noqa: PLC0415
    from clio.bots.registry import new_bot  # noqa: PLC0415

    try:
        return new_bot(kind, game, Random(seed))  # noqa: S311 (no secret)
    except NoSuchBotError as error:
        raise no_such_bot(error) from error

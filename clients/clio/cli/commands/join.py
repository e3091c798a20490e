"""clio join."""

import click

from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import to_json_value
from clio.cli.session.completion import complete_matches, complete_seats
from clio.cli.session.error_help import explained
from clio.cli.session.session import Session, server_command
from clio.cli.session.tokens import store_token
from clio.cli.text.match_text import turn_in_words
from clio.v1.match_pb2 import Match, MatchStatus


def _bytes(context: click.Context, parameter: click.Parameter, given: str | None) -> bytes | None:
    try:
        return None if given is None else bytes.fromhex(given)
    except ValueError as error:
        raise click.BadParameter(t("this is not hex"), context, parameter) from error


@click.command("join")
@click.argument("match", shell_complete=complete_matches)
@click.option("--name", required=True, help="Your name, as others see it.")
@click.option(
    "--seat",
    type=click.IntRange(min=0),
    shell_complete=complete_seats,
    help="The seat to take (default: the first free one).",
)
@click.option(
    "--entropy", callback=_bytes, metavar="HEX", help="Your share of the match's randomness (default: 32 random bytes)."
)
@click.option("--invite", default="", metavar="CODE", help="The invitation code of the match.")
@server_command
async def command(  # noqa: PLR0913, PLR0917 (the options of the command line)
    session: Session, match: str, name: str, seat: int | None, entropy: bytes | None, invite: str
) -> None:
    """Take a seat in MATCH. The match starts when the last seat is taken.

    Your seat's token is stored, so that the other commands know who you are.

    \b
    Example:
      clio join k3vq --name Ada
    """  # noqa: D301 (Click's mark for lines to keep)
    if invite:
        session.client.invite = invite
    match_id = await session.match_id(match)
    game = (await session.client.get_match(match_id)).game
    async with explained(session, game):
        taken = await session.client.join(match_id, name, seat, entropy=entropy)
    store_token(session.out, taken.token, lambda: session.tokens.keep_seat(match_id, taken.seat, taken.token))
    now = await taken.get()
    if session.out.as_json:
        session.out.document({"match": to_json_value(now), "seat": taken.seat, "seat_token": taken.token})
        return
    session.out.line(
        filled(
            "{name} has seat {seat} of match {match}: {standing}.",
            name=name,
            seat=taken.seat,
            match=match_id,
            standing=_standing(now),
        )
    )


def _standing(match: Match) -> str:
    turn = turn_in_words(match)
    return turn if match.status == MatchStatus.MATCH_STATUS_OPEN else filled("the match has started, {turn}", turn=turn)

"""clio rematch."""

import click

from clio.cli.i18n.translate import filled
from clio.cli.render.json_output import to_json_value
from clio.cli.session.error_help import explained
from clio.cli.session.seats import seat_to_resign
from clio.cli.session.session import Session, seat_option, server_command, token_option
from clio.cli.session.tokens import store_token
from clio.cli.text.match_text import turn_in_words


@click.command("rematch")
@click.argument("match")
@seat_option
@token_option
@server_command
async def command(session: Session, match: str, seat: int | None, token: str) -> None:
    """Play MATCH again with the same players, each one seat further.

    All players who ask for it meet in one new match.

    \b
    Example:
      clio rematch k3vq
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    chosen = seat_to_resign(session.holding(match_id), seat, token)
    game = (await session.client.get_match(match_id)).game
    async with explained(session, game):
        made = await session.client.platform.rematch(match_id, chosen.token)
    new = made.match
    store_token(
        session.out, made.seat_token, lambda: session.tokens.keep_seat(new.match_id, made.seat, made.seat_token)
    )
    if session.out.as_json:
        session.out.document({"match": to_json_value(new), "seat": made.seat, "seat_token": made.seat_token})
        return
    session.out.line(
        filled(
            "You have seat {seat} of the rematch {match}: {standing}.",
            seat=made.seat,
            match=new.match_id,
            standing=turn_in_words(new),
        )
    )

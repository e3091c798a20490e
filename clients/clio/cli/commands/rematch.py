"""clio rematch."""

import click

from clio.cli.i18n.translate import filled
from clio.cli.render.json_output import to_json_value
from clio.cli.session.completion import complete_matches
from clio.cli.session.error_help import explained
from clio.cli.session.seats import seat_to_resign
from clio.cli.session.session import Session, own_seat_option, server_command, token_option
from clio.cli.session.tokens import store_token
from clio.cli.text.match_text import turn_in_words


@click.command("rematch")
@click.argument("match", shell_complete=complete_matches)
@own_seat_option
@token_option
@server_command
async def command(session: Session, match: str, seat: int | None, token: str) -> None:
    """Play MATCH again with the same players, each one seat on.

    All players who ask for it meet in one new match.

    \b
    Example:
      clio rematch k3vq
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    handle = seat_to_resign(session.holding(match_id), seat, token).handle(session.client, match_id)
    game = (await handle.get()).game
    async with explained(session, game):
        made = await handle.rematch()
    store_token(session.out, made.token, lambda: session.tokens.keep_seat(made.match_id, made.seat, made.token))
    new = await made.get()
    if session.out.as_json:
        session.out.document({"match": to_json_value(new), "seat": made.seat, "seat_token": made.token})
        return
    session.out.line(
        filled(
            "You have seat {seat} of the rematch {match}: {standing}.",
            seat=made.seat,
            match=new.match_id,
            standing=turn_in_words(new),
        )
    )

"""clio leave."""

import click

from clio.cli.i18n.translate import filled
from clio.cli.render.json_output import to_json_value
from clio.cli.session.completion import complete_matches
from clio.cli.session.error_help import explained
from clio.cli.session.seats import seat_to_resign
from clio.cli.session.session import Session, own_seat_option, server_command, token_option


@click.command("leave")
@click.argument("match", shell_complete=complete_matches)
@own_seat_option
@token_option
@server_command
async def command(session: Session, match: str, seat: int | None, token: str) -> None:
    """Leave your seat in MATCH before it starts.

    \b
    Example:
      clio leave k3vq
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    chosen = seat_to_resign(session.holding(match_id), seat, token)
    game = (await session.client.get_match(match_id)).game
    async with explained(session, game):
        left = await session.client.leave_match(match_id, chosen.token)
    if chosen.seat is not None:
        session.tokens.drop_seat(match_id, chosen.seat)
    if session.out.as_json:
        session.out.document({"match": to_json_value(left)})
        return
    session.out.line(filled("Your seat of match {match} is free again.", match=match_id))

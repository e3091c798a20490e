"""clio free."""

import click

from clio.cli.i18n.translate import filled
from clio.cli.render.json_output import to_json_value
from clio.cli.session.completion import complete_matches, complete_seats
from clio.cli.session.error_help import explained
from clio.cli.session.session import Session, server_command, token_option


@click.command("free")
@click.argument("match", shell_complete=complete_matches)
@click.argument("seat", type=click.IntRange(min=0), shell_complete=complete_seats)
@token_option
@server_command
async def command(session: Session, match: str, seat: int, token: str) -> None:
    """Free SEAT of MATCH before it starts. You must be its host.

    \b
    Example:
      clio free k3vq 1
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    game = (await session.client.get_match(match_id)).game
    async with explained(session, game):
        freed = await session.client.platform.free_seat(match_id, seat, token or session.holding(match_id).host)
    if session.out.as_json:
        session.out.document({"match": to_json_value(freed)})
        return
    session.out.line(filled("Seat {seat} of match {match} is free.", seat=seat, match=match_id))

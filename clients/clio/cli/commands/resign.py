"""clio resign."""

import click

from clio.cli.i18n.translate import filled
from clio.cli.render.json_output import to_json_value
from clio.cli.session.completion import complete_matches
from clio.cli.session.error_help import explained
from clio.cli.session.seats import seat_to_resign
from clio.cli.session.session import Session, own_seat_option, server_command, token_option
from clio.cli.text.match_text import turn_in_words


@click.command("resign")
@click.argument("match", shell_complete=complete_matches)
@own_seat_option
@token_option
@server_command
async def command(session: Session, match: str, seat: int | None, token: str) -> None:
    """Resign from MATCH. If the game allows it, the others play on.

    \b
    Example:
      clio resign k3vq
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    handle = seat_to_resign(session.holding(match_id), seat, token).handle(session.client, match_id)
    game = (await handle.get()).game
    async with explained(session, game):
        resigned = await handle.resign()
    if session.out.as_json:
        session.out.document({"match": to_json_value(resigned)})
        return
    session.out.line(filled("You resigned in match {match}; {turn}.", match=match_id, turn=turn_in_words(resigned)))

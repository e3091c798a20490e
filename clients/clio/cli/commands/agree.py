"""clio agree."""

import click

from clio.cli.i18n.translate import filled
from clio.cli.render.json_output import to_json_value
from clio.cli.session.completion import complete_matches
from clio.cli.session.error_help import explained
from clio.cli.session.seats import seat_to_resign
from clio.cli.session.session import Session, own_seat_option, server_command, token_option
from clio.cli.text.clock_text import agreement_in_words
from clio.v1.fair_play_pb2 import Agreement

AGREEMENTS = {
    "abort": Agreement.AGREEMENT_ABORT,
    "pause": Agreement.AGREEMENT_PAUSE,
    "resume": Agreement.AGREEMENT_RESUME,
}


@click.command("agree")
@click.argument("match", shell_complete=complete_matches)
@click.argument("to", type=click.Choice(list(AGREEMENTS)))
@click.option("--reason", required=True, help="The reason, visible to everyone.")
@own_seat_option
@token_option
@server_command
async def command(  # noqa: PLR0913 (one for each option)
    session: Session, *, match: str, to: str, reason: str, seat: int | None, token: str
) -> None:
    """Agree to abort, pause or resume MATCH. It happens when all players agree.

    An offer lapses at the next move.

    \b
    Example:
      clio agree k3vq pause --reason "dinner"
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    handle = seat_to_resign(session.holding(match_id), seat, token).handle(session.client, match_id)
    game = (await handle.get()).game
    async with explained(session, game):
        agreed = await handle.consent(AGREEMENTS[to], reason)
    if session.out.as_json:
        session.out.document({"match": to_json_value(agreed)})
        return
    session.out.line(filled("You agree; {standing}.", standing=agreement_in_words(agreed)))

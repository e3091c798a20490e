"""clio claim."""

import click

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import to_json_value
from clio.cli.session.completion import complete_matches, complete_seats
from clio.cli.session.error_help import explained
from clio.cli.session.session import Session, server_command, token_option
from clio.cli.text.match_text import turn_in_words


@click.command("claim")
@click.argument("match", shell_complete=complete_matches)
@click.option(
    "--seat",
    type=click.IntRange(min=0),
    shell_complete=complete_seats,
    help="The seat that abandoned the match (default: the one on the clock).",
)
@token_option
@server_command
async def command(session: Session, match: str, seat: int | None, token: str) -> None:
    """Claim a seat of MATCH that ran out of time or was abandoned.

    Without --seat it is the seat on the clock. With --seat it is a player who has been silent for longer than the match
    allows.

    \b
    Example:
      clio claim k3vq --seat 1
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    holding = session.holding(match_id)
    own = [held for number, held in holding.seats.items() if number != seat]
    token = token or next(iter(own), holding.host)
    game = (await session.client.get_match(match_id)).game
    if not token:
        raise Failure(ExitCode.NOT_ALLOWED, "NO_SEAT_HELD", t("Only a player or the host of the match can claim."))
    async with explained(session, game):
        claimed = await session.client.fair_play.claim_time(match_id, token, seat=seat)
    if session.out.as_json:
        session.out.document({"match": to_json_value(claimed)})
        return
    session.out.line(filled("The claim holds; {standing}.", standing=turn_in_words(claimed)))

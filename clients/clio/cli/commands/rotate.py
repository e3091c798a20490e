"""clio rotate."""

import click

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import Plain
from clio.cli.session.completion import complete_matches
from clio.cli.session.seats import seat_to_resign
from clio.cli.session.session import Session, own_seat_option, server_command, token_option


@click.command("rotate")
@click.argument("match", shell_complete=complete_matches)
@click.option("--host", is_flag=True, help="Replace the host token, not a seat's.")
@own_seat_option
@token_option
@server_command
async def command(session: Session, match: str, host: bool, seat: int | None, token: str) -> None:  # noqa: FBT001 (a flag of the command line)
    """Replace your token for MATCH.

    The old one stops working, even if someone has copied it.

    \b
    Example:
      clio rotate k3vq
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    holding = session.holding(match_id)
    old = token or (holding.host if host else seat_to_resign(holding, seat, token).token)
    if not old:
        raise Failure(ExitCode.NOT_ALLOWED, "TOKEN_MISSING", t("You do not hold the host token of this match."))
    rotated = await session.client.rotate_token(match_id, old)
    if rotated.HasField("seat"):
        session.tokens.keep_seat(match_id, rotated.seat, rotated.new_token)
    else:
        session.tokens.keep_host(match_id, rotated.new_token)
    if session.out.as_json:
        seat_held: dict[str, Plain] = {"seat": rotated.seat} if rotated.HasField("seat") else {}
        session.out.document({"match_id": match_id, "token": rotated.new_token, **seat_held})
        return
    session.out.line(filled("You have a new token for match {match}. The old one no longer works.", match=match_id))

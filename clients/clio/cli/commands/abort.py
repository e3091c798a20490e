"""clio abort."""

import click

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import to_json_value
from clio.cli.session.completion import complete_matches
from clio.cli.session.error_help import explained
from clio.cli.session.session import Session, server_command, token_option


@click.command("abort")
@click.argument("match", shell_complete=complete_matches)
@click.option("--reason", required=True, help="The reason, visible to everyone.")
@token_option
@server_command
async def command(session: Session, match: str, reason: str, token: str) -> None:
    """End MATCH without a result. Only its host can.

    \b
    Example:
      clio abort k3vq --reason "nobody came"
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    token = token or session.holding(match_id).host
    game = (await session.client.get_match(match_id)).game
    if not token:
        raise Failure(
            ExitCode.NOT_ALLOWED, "NOT_HOST", t("You are not the host of this match; only its host can abort it.")
        )
    async with explained(session, game):
        aborted = await session.client.abort_match(match_id, reason, token)
    if session.out.as_json:
        session.out.document({"match": to_json_value(aborted)})
        return
    session.out.line(filled("Match {match} is aborted.", match=match_id))

"""clio direct."""

from datetime import timedelta

import click

from clio.cli.commands.agree import AGREEMENTS
from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import to_json_value
from clio.cli.session.completion import complete_matches, complete_seats
from clio.cli.session.error_help import explained
from clio.cli.session.session import Session, server_command, token_option
from clio.cli.text.match_text import turn_in_words

_ACTIONS = {"pause": "pause", "resume": "resume", "void": "abort"}


@click.command("direct")
@click.argument("match", shell_complete=complete_matches)
@click.argument("action", type=click.Choice([*_ACTIONS, "add-time"]))
@click.option("--reason", required=True, help="The reason, visible to everyone.")
@click.option("--seat", type=click.IntRange(min=0), shell_complete=complete_seats, help="The seat that gets more time.")
@click.option("--seconds", type=click.FloatRange(min=0.001), help="How much time it gets.")
@token_option
@server_command
async def command(  # noqa: PLR0913 (one for each option)
    session: Session, *, match: str, action: str, reason: str, seat: int | None, seconds: float | None, token: str
) -> None:
    """Pause, resume or void MATCH, or add time, as its director.

    \b
    Example:
      clio direct k3vq pause --reason "fire alarm"
      clio direct k3vq add-time --seat 0 --seconds 60 --reason "a disturbance"
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    token = token or session.holding(match_id).host
    game = (await session.client.get_match(match_id)).game
    if not token:
        raise Failure(
            ExitCode.NOT_ALLOWED, "NOT_HOST", t("You are not the host of this match; only its host directs it.")
        )
    calls = session.client.fair_play
    async with explained(session, game):
        if action in _ACTIONS:
            directed = await calls.direct(match_id, AGREEMENTS[_ACTIONS[action]], reason, token)
        elif seat is None or seconds is None:
            raise Failure(ExitCode.USAGE, "USAGE", t("Say who gets how much time: --seat N --seconds S."))
        else:
            directed = await calls.add_time(
                match_id, seat, timedelta(milliseconds=round(seconds * 1000)), reason, token
            )
    if session.out.as_json:
        session.out.document({"match": to_json_value(directed)})
        return
    session.out.line(filled("Done; {standing}.", standing=turn_in_words(directed)))

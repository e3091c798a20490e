"""clio open."""

from collections.abc import Sequence
from datetime import datetime
from typing import Unpack

import click
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from clio.cli.click_support.match_settings import GivenSettings, read_settings, settings_options
from clio.cli.click_support.options import pairs_option
from clio.cli.commands.list import MOMENT
from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import counted, filled
from clio.cli.render.json_output import to_json_value
from clio.cli.session.completion import complete_bots, complete_games
from clio.cli.session.error_help import explained
from clio.cli.session.session import Session, server_command
from clio.cli.session.similar_names import did_you_mean
from clio.cli.session.tokens import store_token
from clio.v1.fair_play_pb2 import Director, FairPlaySettings


@click.command("open")
@click.argument("game", shell_complete=complete_games)
@click.option("--seats", type=click.IntRange(min=1), help="Number of players (default: the minimum, at least 2).")
@pairs_option
@click.option(
    "--clock", default="", metavar="CONTROL", help="Time control: fischer/SECONDS+INCREMENT, move/SECONDS or days/DAYS."
)
@click.option(
    "--ready-within", type=click.IntRange(min=1), metavar="SECONDS", help="Time that players have to get ready."
)
@click.option(
    "--abandon-after", type=click.IntRange(min=1), metavar="SECONDS", help="Silence after which a seat can be claimed."
)
@click.option(
    "--open-until",
    type=MOMENT,
    metavar="TIME",
    help="When the match expires if seats are still free, UTC (default: in 30 days).",
)
@click.option("--director", is_flag=True, help="Direct the match: you pause it, add time, void it, and take no seat.")
@click.option("--no-commit-reveal", is_flag=True, help="Let players add their randomness openly when they join.")
@click.option(
    "--bot",
    "bots",
    shell_complete=complete_bots,
    multiple=True,
    metavar="NAME",
    help="A bot of the server that takes a seat; repeatable.",
)
@settings_options
@server_command
async def command(  # noqa: PLR0913 (one for each option)
    session: Session,
    *,
    game: str,
    seats: int | None,
    options: dict[str, str],
    bots: tuple[str, ...],
    clock: str,
    ready_within: int | None,
    abandon_after: int | None,
    open_until: datetime | None,
    director: bool,
    no_commit_reveal: bool,
    **given: Unpack[GivenSettings],
) -> None:
    """Open a match of GAME. You are its host and can abort it until the first move.

    A match with a bot of the server is not rated.

    \b
    Example:
      clio open amphipolis --seats 3
      clio open akros --bot greedy
      clio open akros --clock fischer/600+10
      clio open akros --clock days/3 --open-until 2027-01-01 --abandon-after 604800
      clio open akros --visibility invited --title "Sunday match"
    """  # noqa: D301 (Click's mark for lines to keep)
    fair_play = FairPlaySettings(
        clock=clock,
        commit_reveal=False if no_commit_reveal else None,
        ready_within=None if ready_within is None else Duration(seconds=ready_within),
        abandon_after=None if abandon_after is None else Duration(seconds=abandon_after),
        expire_time=None if open_until is None else _timestamp(open_until),
        director=Director.DIRECTOR_HOST if director else Director.DIRECTOR_UNSPECIFIED,
    )
    await _check_bots(session, bots)
    async with explained(session, game):
        settings = read_settings(given)
        opened = await session.client.open_match(game, seats or 0, options, settings=settings, fair_play=fair_play)
    match = opened.match
    store_token(session.out, opened.host_token, lambda: session.tokens.keep_host(match.match_id, opened.host_token))
    for bot in bots:
        async with explained(session, game):
            match = (await session.client.bots.seat(match.match_id, bot, opened.host_token)).match
    if session.out.as_json:
        invite = {"invite_code": settings.invite_code} if settings.invite_code else {}
        session.out.document({"match": to_json_value(match), "host_token": opened.host_token, **invite})
        return
    session.out.line(
        counted(
            "Opened match {match} of {game} for {number} player.",
            "Opened match {match} of {game} for {number} players.",
            len(match.seats),
            match=match.match_id,
            game=match.game,
        )
    )
    if settings.invite_code:
        session.out.line(
            filled(
                "Take a seat with: clio join {match} --name NAME --invite {code}",
                match=match.match_id,
                code=settings.invite_code,
            )
        )
        return
    session.out.line(filled("Take a seat with: clio join {match} --name NAME", match=match.match_id))


async def _check_bots(session: Session, bots: Sequence[str]) -> None:
    """Refuses bots that the server has not, before a match is opened for them."""
    if not bots:
        return
    known = [each.bot async for each in session.client.bots.list_bots()]
    for bot in bots:
        if bot not in known:
            message = filled("This server has no bot called {bot}; it has: {kinds}.", bot=bot, kinds=", ".join(known))
            raise Failure(ExitCode.NOT_FOUND, "BOT_NOT_FOUND", message + did_you_mean(bot, known))


def _timestamp(moment: datetime) -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(moment)
    return stamp

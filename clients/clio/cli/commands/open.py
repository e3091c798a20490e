"""clio open."""

import click

from clio.cli.click_support.options import pairs_option
from clio.cli.i18n.translate import filled
from clio.cli.render.json_output import to_json_value
from clio.cli.session.error_help import explained
from clio.cli.session.session import Session, server_command
from clio.cli.session.tokens import store_token


@click.command("open")
@click.argument("game")
@click.option("--seats", type=click.IntRange(min=1), help="Number of players (default: the minimum, at least 2).")
@pairs_option
@click.option("--bot", "bots", multiple=True, metavar="NAME", help="A bot of the server that takes a seat; repeatable.")
@server_command
async def command(
    session: Session, game: str, seats: int | None, options: dict[str, str], bots: tuple[str, ...]
) -> None:
    """Open a match of GAME. You are its host and can abort it.

    A match with a bot of the server is not rated.

    \b
    Example:
      clio open amphipolis --seats 3
      clio open akros --bot greedy
    """  # noqa: D301 (Click's mark for lines to keep)
    async with explained(session, game):
        opened = await session.client.open_match(game, seats or 0, options)
    match = opened.match
    store_token(session.out, opened.host_token, lambda: session.tokens.keep_host(match.match_id, opened.host_token))
    for bot in bots:
        async with explained(session, game):
            match = (await session.client.bots.seat(match.match_id, bot, opened.host_token)).match
    if session.out.as_json:
        session.out.document({"match": to_json_value(match), "host_token": opened.host_token})
        return
    session.out.line(
        filled(
            "Opened match {match} of {game} for {seats} players.",
            match=match.match_id,
            game=match.game,
            seats=len(match.seats),
        )
    )
    session.out.line(filled("Take a seat with: clio join {match} --name NAME", match=match.match_id))

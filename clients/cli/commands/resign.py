"""clio resign."""

import click

from clients.cli.language import filled
from clients.cli.match_text import turn_in_words
from clients.cli.plain import to_plain
from clients.cli.refusals import explained
from clients.cli.seats import seat_to_give_up
from clients.cli.session import Session, seat_option, talks, token_option


@click.command("resign")
@click.argument("match")
@seat_option
@token_option
@talks
async def command(session: Session, match: str, seat: int | None, token: str) -> None:
    """Give up in MATCH. Where the game allows it the others play on.

    \b
    Example:
      clio resign k3vq
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    chosen = seat_to_give_up(session.holding(match_id), seat, token)
    game = (await session.client.get_match(match_id)).game
    async with explained(session, game):
        resigned = await session.client.resign_match(match_id, chosen.token)
    if session.out.as_json:
        session.out.document({"match": to_plain(resigned)})
        return
    session.out.line(filled("You resigned in match {match}; {turn}.", match=match_id, turn=turn_in_words(resigned)))

"""clio leave."""

import click

from clients.cli.language import filled
from clients.cli.plain import to_plain
from clients.cli.refusals import explained
from clients.cli.seats import seat_to_give_up
from clients.cli.session import Session, seat_option, talks, token_option


@click.command("leave")
@click.argument("match")
@seat_option
@token_option
@talks
async def command(session: Session, match: str, seat: int | None, token: str) -> None:
    """Give your seat of MATCH back, before it starts.

    \b
    Example:
      clio leave k3vq
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    chosen = seat_to_give_up(session.holding(match_id), seat, token)
    game = (await session.client.get_match(match_id)).game
    async with explained(session, game):
        left = await session.client.leave_match(match_id, chosen.token)
    if chosen.seat is not None:
        session.tokens.drop_seat(match_id, chosen.seat)
    if session.out.as_json:
        session.out.document({"match": to_plain(left)})
        return
    session.out.line(filled("Your seat of match {match} is free again.", match=match_id))

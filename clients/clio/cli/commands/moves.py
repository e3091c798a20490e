"""clio moves."""

import click

from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import to_json_value
from clio.cli.render.output import Table
from clio.cli.session.completion import complete_matches
from clio.cli.session.seats import seat_for_turn
from clio.cli.session.session import Session, seat_option, server_command, token_option
from clio.cli.text.match_text import turn_in_words


@click.command("moves")
@click.argument("match", shell_complete=complete_matches)
@seat_option
@token_option
@server_command
async def command(session: Session, match: str, seat: int | None, token: str) -> None:
    """List your legal moves in MATCH.

    Play one with clio move, by its text or its number.

    \b
    Example:
      clio moves k3vq
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    now = await session.client.match(match_id).get()
    chosen = seat_for_turn(session.holding(match_id), now.to_move, seat, token)
    legal = await chosen.handle(session.client, match_id).list_legal_moves().first_page()
    if session.out.as_json:
        session.out.document(
            {
                "match_id": match_id,
                "moves": [{"number": number, **to_json_value(move)} for number, move in enumerate(legal.moves, 1)],
                "seat": chosen.seat,
                "seq": legal.seq,
            }
        )
    elif legal.moves:
        rows = [[str(number), move.notation] for number, move in enumerate(legal.moves, 1)]
        session.out.table(Table([t("no."), t("move")], rows))
    else:
        session.out.line(filled("It is not your turn; {turn}.", turn=turn_in_words(now)))

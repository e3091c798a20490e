"""clio scores."""

import click

from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import to_json_value
from clio.cli.render.output import Table
from clio.cli.session.completion import complete_matches
from clio.cli.session.seats import Chosen, seat_to_view_from
from clio.cli.session.session import Session, server_command, token_option
from clio.cli.text.error_text import rule_in_words
from clio.cli.text.match_text import names_of, show_scores, status_of
from clio.cli.text.message_text import Names, seat_name
from clio.cli.text.score_text import detail_in_words
from clio.v1.score_service_pb2 import GetScoresResponse

HEADINGS = ("", "rule", "points", "for")


@click.command("scores")
@click.argument("match", shell_complete=complete_matches)
@click.option("--at", "seq", type=click.IntRange(min=1), help="Show the state after this event (default: the last).")
@token_option
@server_command
async def command(session: Session, match: str, seq: int | None, token: str) -> None:
    """Show the scores of MATCH in detail, and why the winner won.

    Hidden points are not counted yet.

    \b
    Example:
      clio scores k3vq
      clio scores k3vq --at 12
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    chosen = Chosen(token, None)
    if not token:
        to_move = (await session.client.get_match(match_id)).to_move
        chosen = seat_to_view_from(session.holding(match_id), to_move, None, token)
    found = await session.client.views.get_scores(match_id, chosen.token, seq=seq or 0)
    if session.out.as_json:
        session.out.document(to_json_value(found))
        return
    _show(session, found)


def _show(session: Session, found: GetScoresResponse) -> None:
    out, match = session.out, found.match
    names = names_of(match)
    out.line(
        filled(
            "{game} {match}, {status}, event {seq}",
            game=match.game,
            match=match.match_id,
            status=status_of(match),
            seq=match.seq,
        )
    )
    if not found.scores:
        out.line(t("The match ended without scores.") if match.HasField("outcome") else t("There are no scores yet."))
    show_scores(out, found.scores, names)
    details = [
        [_who(score.seat, names) if number == 0 else "", line.rule, str(line.points), detail_in_words(line)]
        for score in found.scores
        for number, line in enumerate(score.lines)
    ]
    if details:
        out.line()
        out.table(Table([t(name) for name in HEADINGS], details))
    if match.HasField("outcome"):
        winners = t(" and ").join(seat_name(seat, names) for seat in match.outcome.winners) or t("nobody")
        out.line()
        out.line(filled("Won by {winners}.", winners=winners))
        out.line(rule_in_words(found.decided_by))


def _who(seat: int, names: Names) -> str:
    return names.get(seat) or seat_name(seat, names)

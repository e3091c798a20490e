"""clio move."""

import click

from clio.cli.boards.board import show_board
from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import to_json_value
from clio.cli.render.options import RenderOptions
from clio.cli.session.completion import complete_matches
from clio.cli.session.error_help import explained
from clio.cli.session.seats import seat_for_turn
from clio.cli.session.session import Session, ascii_option, seat_option, server_command, token_option
from clio.cli.text.match_text import names_of, turn_in_words
from clio.cli.text.preview_text import preview_sentences
from clio.client.handles import SeatHandle
from clio.v1.match_service_pb2 import PreviewMoveResponse


@click.command("move", context_settings={"ignore_unknown_options": True})
@click.argument("match", shell_complete=complete_matches)
@click.argument("words", nargs=-1, required=True, metavar="MOVE")
@seat_option
@token_option
@click.option("--expect", type=click.IntRange(min=1), metavar="SEQ", help="Play only if this is still the last event.")
@click.option("--preview", is_flag=True, help="Show what the move would do, without playing it.")
@ascii_option
@server_command
async def command(  # noqa: PLR0913 (the options of the command line)
    session: Session,
    *,
    match: str,
    words: tuple[str, ...],
    seat: int | None,
    token: str,
    expect: int | None,
    preview: bool,
    ascii_only: bool,
) -> None:
    """Play a move in MATCH.

    MOVE is a move as clio moves shows it, or its number.

    \b
    Example:
      clio move k3vq take statues caryatid
      clio move k3vq 3 --preview
      clio move k3vq 3
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    now = await session.client.match(match_id).get()
    chosen = seat_for_turn(session.holding(match_id), now.to_move, seat, token)
    handle = chosen.handle(session.client, match_id)
    notation, expected = " ".join(words), expect or 0
    async with explained(session, now.game):
        if notation.isdecimal():
            notation, listed = await _listed(handle, int(notation))
            expected = expected or listed
        if preview:
            shown = await handle.preview(notation, expected_seq=expected)
            _show_preview(session, shown, RenderOptions.of_terminal(ascii_only=ascii_only))
            return
        done = await handle.play(notation, expected_seq=expected)
    if session.out.as_json:
        session.out.document({"match_id": match_id, "move": notation, "seat": chosen.seat, **to_json_value(done)})
        return
    after = await handle.get()
    session.out.line(filled("Played {move}; {turn}.", move=notation, turn=turn_in_words(after)))


def _show_preview(session: Session, preview: PreviewMoveResponse, options: RenderOptions) -> None:
    if session.out.as_json:
        session.out.document({"preview": to_json_value(preview)})
        return
    names = names_of(preview.view.match)
    show_board(session.out, preview.view, names, options)
    session.out.line()
    for sentence in preview_sentences(preview, names):
        session.out.line(sentence)
    session.out.line(t("Nothing has been played."))


async def _listed(seat: SeatHandle, number: int) -> tuple[str, int]:
    legal = await seat.list_legal_moves().first_page()
    if not 1 <= number <= len(legal.moves):
        most = len(legal.moves)
        reason = filled("There is no move {number}; your seat has numbers 1 to {most}.", number=number, most=most)
        if not most:
            reason = filled("There is no move {number}; your seat has no moves now.", number=number)
        raise Failure(ExitCode.REFUSED, "NO_SUCH_NUMBER", reason)
    return legal.moves[number - 1].notation, legal.seq

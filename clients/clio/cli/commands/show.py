"""clio show."""

from contextlib import aclosing

import click

from clio.cli.boards.board import show_board
from clio.cli.boards.registry import last_marks
from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import to_json_value
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.session.completion import complete_matches
from clio.cli.session.seats import Chosen, seat_to_view_from
from clio.cli.session.session import Session, ascii_option, server_command, token_option
from clio.cli.text.clock_text import fair_play_lines
from clio.cli.text.match_text import names_of, seats_in_words, show_scores, status_of, turn_in_words
from clio.client.viewpoints import EVERYTHING, SPECTATOR, seat_viewpoint
from clio.v1.event_pb2 import Event
from clio.v1.view_pb2 import View, Viewpoint

_MAX_MOVE = 40
"""How many events to search for the last move; a move causes fewer."""


def _viewpoint(context: click.Context, parameter: click.Parameter, given: str | None) -> int | str | None:
    if given is None or given in ("spectator", "everything"):
        return given
    if given.isdecimal():
        return int(given)
    raise click.BadParameter(t("give a seat's number, spectator or everything"), context, parameter)


@click.command("show")
@click.argument("match", shell_complete=complete_matches)
@click.option("--at", "seq", type=click.IntRange(min=1), help="Show the state after this event (default: the last).")
@click.option(
    "--as", "viewpoint", callback=_viewpoint, metavar="SEAT", help="View as: a seat's number, spectator or everything."
)
@ascii_option
@token_option
@server_command
async def command(  # noqa: PLR0913 (the options of the command line)
    session: Session, *, match: str, seq: int | None, viewpoint: int | str | None, ascii_only: bool, token: str
) -> None:
    """Show MATCH: its board, its players, its result.

    You see what you may see: your own secrets with your seat's token, everything once the match is over.

    \b
    Example:
      clio show k3vq
      clio show k3vq --at 12
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    holding = session.holding(match_id)
    chosen = Chosen(token, None)
    if viewpoint != "spectator" and not token:
        to_move = (await session.client.get_match(match_id)).to_move
        chosen = seat_to_view_from(holding, to_move, viewpoint if isinstance(viewpoint, int) else None, token)
    view = await session.client.get_view(match_id, chosen.token, seq=seq or 0, viewpoint=_wanted(viewpoint))
    if session.out.as_json:
        session.out.document({"view": to_json_value(view)})
        return
    _show(session, view, RenderOptions.of_terminal(ascii_only=ascii_only), await _last(session, view, chosen.token))


async def _last(session: Session, view: View, token: str) -> Marks:
    """Marks the places that the last move before the view changed."""
    if view.WhichOneof("game") is None:
        return Marks()
    recent = max(view.match.seq - _MAX_MOVE, 0)
    events = []
    async with aclosing(aiter(session.client.watch_match(view.match.match_id, token, after_seq=recent))) as news:
        async for sighting in news:
            if isinstance(sighting, Event):
                events.append(sighting)
                if sighting.seq >= view.match.seq:
                    break
    return Marks(last=last_marks(view.match.game, events))


def _wanted(viewpoint: int | str | None) -> Viewpoint | None:
    if viewpoint is None:
        return None
    if isinstance(viewpoint, int):
        return seat_viewpoint(viewpoint)
    return SPECTATOR if viewpoint == "spectator" else EVERYTHING


def _show(session: Session, view: View, render_options: RenderOptions, marks: Marks) -> None:
    out, match = session.out, view.match
    names = names_of(match)
    options = ", ".join(f"{name}={value}" for name, value in sorted(match.options.items()))
    out.line(
        filled(
            "{game} {match}, {status}, event {seq}",
            game=match.game,
            match=match.match_id,
            status=status_of(match),
            seq=match.seq,
        )
        + (f", {options}" if options else "")
    )
    out.line(f"{seats_in_words(match)}; {turn_in_words(match)}")
    for line in fair_play_lines(match):
        out.line(line)
    if view.WhichOneof("game") is None:
        return
    out.line()
    show_board(out, view, names, render_options, marks)
    if match.HasField("outcome"):
        show_scores(out, match.outcome.scores, names)
    out.line()
    out.line(filled("position: {position}", position=view.position), whole=True)

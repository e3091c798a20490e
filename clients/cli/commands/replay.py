"""clio replay."""

from pathlib import Path

import click

from clients.cli.drawing.look import Look
from clients.cli.exit_codes import ExitCode, Failure
from clients.cli.language import filled, t
from clients.cli.match_text import names_of
from clients.cli.plain import to_plain
from clients.cli.replay.frames import frame
from clients.cli.replay.recording import KINDS, write_recording
from clients.cli.replay.reel import MatchReel, Reel, first_board
from clients.cli.screen import whole_screen
from clients.cli.seats import seat_to_look_from
from clients.cli.session import Session, ascii_option, talks, token_option
from clio.v1.match_pb2 import Match
from clio.v1.view_pb2 import Viewpoint


@click.command("replay")
@click.argument("match")
@click.option("--speed", type=click.FloatRange(0.05, 100), default=1.0, show_default=True, help="Events per second.")
@click.option("--from", "first", type=click.IntRange(min=1), metavar="SEQ", help="Begin with this event.")
@click.option("--as", "seat", type=click.IntRange(min=0), metavar="SEAT", help="Look from this seat.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a film to share instead: FILE.svg or FILE.cast.",
)
@click.option("--line", "by_line", is_flag=True, help="Line by line, without taking the whole screen.")
@ascii_option
@token_option
@talks
async def command(  # noqa: PLR0913 (the options of the command line)
    session: Session,
    *,
    match: str,
    speed: float,
    first: int | None,
    seat: int | None,
    record: Path | None,
    by_line: bool,
    ascii_only: bool,
    token: str,
) -> None:
    """Go through MATCH forwards and backwards.

    Space plays and pauses, the arrows step and change the speed, a number and Enter jump to that turn, v looks from
    another seat. Elsewhere than on a terminal every board is printed.

    \b
    Example:
      clio replay k3vq
      clio replay k3vq --record final.svg
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    now = await session.client.get_match(match_id)
    chosen = seat_to_look_from(session.holding(match_id), now.to_move, seat, token)
    reel = MatchReel(session.client, match_id, chosen.token)
    await reel.load()
    spots = viewpoints(now, seat)
    look = Look.of_terminal(ascii_only=ascii_only)
    begin = first or first_board(reel.events)
    if record is not None:
        await _record(session, reel, spots[0][1], begin, record, speed)
    elif session.out.as_json or by_line or not whole_screen():
        await _print(session, reel, spots[0][1], begin, look)
    else:
        from clients.cli.replay.viewer import Viewer  # noqa: PLC0415 (loads Textual)

        await Viewer(reel, look, spots, speed, live=False).run_async()


def viewpoints(match: Match, seat: int | None) -> list[tuple[str, Viewpoint | None]]:
    """The places to look from, beginning with the one that was asked for."""
    names = names_of(match)
    seats: list[tuple[str, Viewpoint | None]] = [
        (name, Viewpoint(seat=number)) for number, name in sorted(names.items())
    ]
    others: list[tuple[str, Viewpoint | None]] = [
        (t("the best that is allowed"), None),
        *seats,
        (t("a spectator"), Viewpoint(spectator=True)),
    ]
    if seat is None:
        return others
    wanted = [spot for spot in seats if spot[1] is not None and spot[1].seat == seat]
    return [*(wanted or [(filled("seat {seat}", seat=seat), Viewpoint(seat=seat))]), *others]


async def _print(session: Session, reel: Reel, viewpoint: Viewpoint | None, first: int, look: Look) -> None:
    for event in reel.events:
        if event.seq < first:
            continue
        view = await reel.view(event.seq, viewpoint)
        if session.out.as_json:
            session.out.document({"event": to_plain(event), "view": to_plain(view)})
        else:
            session.out.drawing(frame(view, reel, look), look)
            session.out.line()


async def _record(  # noqa: PLR0913, PLR0917 (what is filmed, and how)
    session: Session, reel: Reel, viewpoint: Viewpoint | None, first: int, file: Path, speed: float
) -> None:
    if file.suffix not in KINDS:
        raise Failure(
            ExitCode.USAGE, "RECORD_KIND", filled("A film's name ends in {kinds}.", kinds=t(" or ").join(KINDS))
        )
    look = Look(unicode=True, colour=True)
    frames = [frame(await reel.view(event.seq, viewpoint), reel, look) for event in reel.events if event.seq >= first]
    try:
        write_recording(file, frames, 1 / speed)
    except OSError as error:
        reason = filled("{file} cannot be written: {error}.", file=file, error=error.strerror or error)
        raise Failure(ExitCode.REFUSED, "FILE", reason) from error
    if session.out.as_json:
        session.out.document({"file": str(file), "frames": len(frames)})
        return
    session.out.line(filled("Wrote {frames} frames to {file}.", frames=len(frames), file=file))

"""clio replay."""

from pathlib import Path

import click

from clio.cli.extras import PLAY, require_extras
from clio.cli.i18n.translate import filled
from clio.cli.render.options import RenderOptions
from clio.cli.render.terminal import whole_screen
from clio.cli.replay.event_source import EventSource, MatchEventSource, first_board
from clio.cli.replay.frames import frame
from clio.cli.replay.pacing import Pace, play
from clio.cli.replay.recording import check_kind, film, look_of
from clio.cli.replay.source import FileSource, ServerSource, Source, is_file
from clio.cli.replay.viewpoints import viewpoints
from clio.cli.session.archived_signer import signer_of, signer_option
from clio.cli.session.session import Session, ascii_option, talks, token_option
from clio.v1.view_pb2 import Viewpoint


@click.command("replay")
@click.argument("match", metavar="MATCH|FILE")
@click.option("--from", "first", type=click.IntRange(min=1), default=1, metavar="SEQ", help="Begin with this event.")
@click.option("--to", "last", type=click.IntRange(min=1), metavar="SEQ", help="End with this one; earlier: backwards.")
@click.option("--speed", type=click.FloatRange(min=0.0), default=0.0, metavar="X", help="So often as fast as played.")
@click.option("--as", "seat", metavar="SEAT", help="A seat's number, spectator or everything.")
@click.option("--step", is_flag=True, help="Wait for Enter before each event; b goes back, a number jumps, q quits.")
@click.option("--boards", is_flag=True, help="Show the whole board after each event, not just a line.")
@click.option("--line", "by_line", is_flag=True, help="Line by line, without taking the whole screen.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a film to share instead: FILE.gif, FILE.svg or FILE.cast.",
)
@click.option("--archived", is_flag=True, help="A record from elsewhere, in the server's archive.")
@signer_option
@ascii_option
@token_option
@talks
async def command(  # noqa: PLR0913 (the options of the command line)
    session: Session,
    *,
    match: str,
    first: int,
    last: int | None,
    speed: float,
    seat: str | None,
    step: bool,
    boards: bool,
    by_line: bool,
    record: Path | None,
    archived: bool,
    signer: str,
    ascii_only: bool,
    token: str,
) -> None:
    """Replay a match, from a server or from a file.

    On a terminal it takes the whole screen: Space plays and pauses, the arrows step and change the speed, a number and
    Enter jump to that turn, v looks from another seat. There, and in a film, the speed is in events per second.

    \b
    Example:
      clio replay k3vq --speed 10
      clio replay final.clio.gz --from 40 --as 1 --step
      clio replay final.clio --from 60 --to 1
      clio replay k3vq --record final.svg
    """  # noqa: D301 (Click's mark for lines to keep)
    by_line = by_line or step or boards or last is not None or session.out.as_json or not whole_screen()
    if record is None and not by_line:
        require_extras(PLAY)
    source: Source
    if is_file(match):
        source = FileSource(Path(match), seat)
    else:
        match_id = match if archived else await session.match_id(match)
        key = await signer_of(session, match_id, signer)
        source = await ServerSource.open(session, match_id, seat, token, archived=archived, key=key)
    if record is None and by_line:
        await play(session.out, source, first, last or await source.last(), Pace(speed=speed, step=step, boards=boards))
        return
    reel = await _reel(source)
    spots = viewpoints(reel, seat)
    if record is not None:
        await _film(session, reel, spots[0][1], first, record, speed or 1.0)
        return
    from clio.cli.replay.viewer import Viewer  # noqa: PLC0415 (loads Textual)

    look = RenderOptions.of_terminal(ascii_only=ascii_only)
    await Viewer(reel, look, spots, speed or 1.0, first=max(first, first_board(reel.events))).run_async()


async def _reel(source: Source) -> EventSource:
    if isinstance(source, FileSource):
        return source.reel
    if not isinstance(source, ServerSource):
        raise TypeError(f"no reel can be made of {source}")
    reel = MatchEventSource(source.records, source.match_id, source.token, archived=source.archived, key=source.key)
    await reel.load()
    return reel


async def _film(  # noqa: PLR0913, PLR0917 (what is filmed, and how)
    session: Session, reel: EventSource, viewpoint: Viewpoint | None, first: int, file: Path, speed: float
) -> None:
    check_kind(file)
    look = look_of(file)
    begin = max(first, first_board(reel.events))
    frames = [frame(await reel.view(event.seq, viewpoint), reel, look) for event in reel.events if event.seq >= begin]
    film(file, frames, 1 / speed)
    if session.out.as_json:
        session.out.document({"file": str(file), "frames": len(frames)})
        return
    session.out.line(filled("Wrote {frames} frames to {file}.", frames=len(frames), file=file))

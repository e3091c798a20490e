"""clio replay."""

from pathlib import Path

import click

from clio.cli.extras import PLAY, require_extras
from clio.cli.i18n.translate import counted
from clio.cli.render.options import RenderOptions
from clio.cli.render.terminal import whole_screen
from clio.cli.replay.event_source import EventSource, MatchEventSource, first_board
from clio.cli.replay.frames import film
from clio.cli.replay.pacing import Pace, play
from clio.cli.replay.recording import check_kind, render_options_for, write_recording
from clio.cli.replay.source import FileSource, ServerSource, Source, is_file
from clio.cli.replay.viewpoints import viewpoints
from clio.cli.session.archived_signer import signer_of, signer_option
from clio.cli.session.completion import complete_matches, complete_seats
from clio.cli.session.session import Session, ascii_option, server_command, token_option
from clio.v1.view_pb2 import Viewpoint


@click.command("replay")
@click.argument("match", metavar="MATCH|FILE", shell_complete=complete_matches)
@click.option("--from", "first", type=click.IntRange(min=1), default=1, metavar="SEQ", help="Start at this event.")
@click.option(
    "--to",
    "last",
    type=click.IntRange(min=1),
    metavar="SEQ",
    help="Stop at this event; an earlier one replays backwards.",
)
@click.option(
    "--speed",
    type=click.FloatRange(min=0.0),
    default=0.0,
    metavar="X",
    help="Speed, as a multiple of the original pace.",
)
@click.option(
    "--as",
    "seat",
    shell_complete=complete_seats,
    metavar="SEAT",
    help="View as: a seat's number, spectator or everything.",
)
@click.option("--step", is_flag=True, help="Wait for Enter before each event; b goes back, a number jumps, q quits.")
@click.option("--boards", is_flag=True, help="Show the whole board after each event, not just a line.")
@click.option("--line", "by_line", is_flag=True, help="Play line by line instead of full screen.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a recording instead: FILE.gif, FILE.svg or FILE.cast.",
)
@click.option("--archived", is_flag=True, help="Use a record from the server's archive.")
@signer_option
@ascii_option
@token_option
@server_command
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
    """Replay a match from a server or a file.

    On a terminal it takes the whole screen: Space plays and pauses, the arrows step and change the speed, a number and
    Enter jump to that turn, v changes the viewpoint. There, and in a recording, the speed is in events per second.

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
    event_source = await _event_source(source)
    seen_from = viewpoints(event_source, seat)
    if record is not None:
        await _record(session, event_source, seen_from[0][1], first, record, speed or 1.0)
        return
    from clio.cli.replay.viewer import Viewer  # noqa: PLC0415 (loads Textual)

    render_options = RenderOptions.of_terminal(ascii_only=ascii_only)
    await Viewer(
        event_source, render_options, seen_from, speed or 1.0, first=max(first, first_board(event_source.events))
    ).run_async()


async def _event_source(source: Source) -> EventSource:
    if isinstance(source, FileSource):
        return source.event_source
    if not isinstance(source, ServerSource):
        raise TypeError(f"no event_source can be made of {source}")
    event_source = MatchEventSource(source.record)
    await event_source.load()
    return event_source


async def _record(  # noqa: PLR0913, PLR0917 (what is filmed, and how)
    session: Session, event_source: EventSource, viewpoint: Viewpoint | None, first: int, file: Path, speed: float
) -> None:
    check_kind(file)
    render_options = render_options_for(file)
    begin = max(first, first_board(event_source.events))
    frames = await film(event_source, viewpoint, begin, render_options)
    write_recording(file, frames, 1 / speed)
    if session.out.as_json:
        session.out.document({"file": str(file), "frames": len(frames)})
        return
    session.out.line(
        counted("Wrote {number} frame to {file}.", "Wrote {number} frames to {file}.", len(frames), file=file)
    )

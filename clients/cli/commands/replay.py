"""clio replay."""

from pathlib import Path

import click

from clients.cli.replay_source import FileSource, ServerSource, Source, is_file
from clients.cli.replaying import Pace, play
from clients.cli.session import Session, talks, token_option


@click.command("replay")
@click.argument("match", metavar="MATCH|FILE")
@click.option("--from", "first", type=click.IntRange(min=1), default=1, metavar="SEQ", help="Begin with this event.")
@click.option("--to", "last", type=click.IntRange(min=1), metavar="SEQ", help="End with this one; earlier: backwards.")
@click.option("--speed", type=click.FloatRange(min=0.0), default=0.0, metavar="X", help="So often as fast as played.")
@click.option("--as", "seat", metavar="SEAT", help="A seat's number, spectator or everything.")
@click.option("--step", is_flag=True, help="Wait for Enter before each event; b goes back, a number jumps, q quits.")
@click.option("--boards", is_flag=True, help="Show the whole board after each event, not just a line.")
@click.option("--archived", is_flag=True, help="A record from elsewhere, in the server's archive.")
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
    archived: bool,
    token: str,
) -> None:
    """Replay a match, from a server or from a file.

    \b
    Example:
      clio replay k3vq --speed 10
      clio replay final.clio.gz --from 40 --as 1 --step
      clio replay final.clio --from 60 --to 1
    """  # noqa: D301 (Click's mark for lines to keep)
    source: Source
    if is_file(match):
        source = FileSource(Path(match), seat)
    else:
        match_id = match if archived else await session.match_id(match)
        source = await ServerSource.open(session, match_id, seat, token, archived=archived)
    await play(session.out, source, first, last or await source.last(), Pace(speed=speed, step=step, boards=boards))

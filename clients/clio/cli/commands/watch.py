"""clio watch."""

from contextlib import aclosing

import click

from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import to_json_value
from clio.cli.render.options import RenderOptions
from clio.cli.render.terminal import whole_screen
from clio.cli.replay.event_source import MatchEventSource
from clio.cli.session.completion import complete_matches, complete_seats
from clio.cli.session.record_source import RecordSource
from clio.cli.session.seats import seat_to_view_from
from clio.cli.session.session import Session, ascii_option, server_command, token_option
from clio.cli.text.error_text import connection_in_words
from clio.cli.text.event_sentences import event_line
from clio.cli.text.event_text import end_in_words, opening_in_words
from clio.cli.text.match_text import names_of, turn_in_words
from clio.cli.text.time_used import TimeUsed
from clio.client.watcher import CaughtUp, Sighting
from clio.v1.event_pb2 import Event, Opening
from clio.v1.match_pb2 import Match


@click.command("watch")
@click.argument("match", shell_complete=complete_matches)
@click.option("--from", "first", type=click.IntRange(min=1), default=1, metavar="SEQ", help="Start at this event.")
@click.option(
    "--as",
    "seat",
    shell_complete=complete_seats,
    type=click.IntRange(min=0),
    metavar="SEAT",
    help="Watch from this seat of yours.",
)
@click.option("--line", "by_line", is_flag=True, help="Print one line per event instead of full screen.")
@ascii_option
@token_option
@server_command
async def command(  # noqa: PLR0913 (the options of the command line)
    session: Session, *, match: str, first: int, seat: int | None, by_line: bool, ascii_only: bool, token: str
) -> None:
    """Watch MATCH live, one line per event, until it is over.

    Every event is checked against the hash chain; a lost connection is restored.
    On a terminal the board is shown as well.

    \b
    Example:
      clio watch k3vq
      clio watch k3vq --from 40 --json
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    now = await session.client.get_match(match_id)
    chosen = seat_to_view_from(session.holding(match_id), now.to_move, seat, token)
    if not (by_line or session.out.as_json) and whole_screen():
        await _watch_board(session, now, chosen.token, RenderOptions.of_terminal(ascii_only=ascii_only))
        return
    names = names_of(now)
    end, used = turn_in_words(now), TimeUsed()
    watcher = session.client.match(match_id, chosen.token or None).watch(
        after_seq=first - 1,
        on_connection=lambda there: session.out.aside(connection_in_words(there)),
    )
    async for sighting in watcher:
        if isinstance(sighting, Event):
            if sighting.WhichOneof("payload") == "joined":
                names[sighting.joined.seat] = sighting.joined.name
            end = end_in_words(sighting, names) or end
        _print(session, sighting, names, used)
    if not session.out.as_json:
        session.out.line(filled("Match {match} is over: {end}.", match=match_id, end=end))


async def _watch_board(session: Session, now: Match, token: str, render_options: RenderOptions) -> None:
    from clio.cli.replay.viewer import Viewer  # noqa: PLC0415 (loads Textual)

    event_source = MatchEventSource(RecordSource(session.client, now.match_id, token))
    await event_source.load()
    viewer = Viewer(event_source, render_options, [(t("everything you may see"), None)], 1.0, live=True)
    last = event_source.events[-1]
    watcher = session.client.match(now.match_id, token or None).watch(
        after_seq=last.seq, after_digest=last.digest, on_connection=viewer.show_connection
    )
    async with aclosing(aiter(watcher)) as viewer.news:
        await viewer.run_async()


def _print(session: Session, sighting: Sighting, names: dict[int, str], used: TimeUsed) -> None:
    out = session.out
    if out.as_json:
        if isinstance(sighting, CaughtUp):
            out.document({"caught_up": {"seq": sighting.seq}})
        else:
            out.document({type(sighting).DESCRIPTOR.name.lower(): to_json_value(sighting)})
    elif isinstance(sighting, Event):
        out.line(event_line(sighting, names, used.add(sighting)))
    elif isinstance(sighting, Opening):
        out.line(opening_in_words(sighting))

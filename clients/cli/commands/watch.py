"""clio watch."""

import click

from clients.cli.event_text import end_in_words, event_in_words, opening_in_words
from clients.cli.match_text import names_of, turn_in_words
from clients.cli.plain import to_plain
from clients.cli.seats import seat_to_look_from
from clients.cli.session import Session, talks, token_option
from clients.sdk.watcher import CaughtUp, Sighting
from clio.v1.event_pb2 import Event, Opening


@click.command("watch")
@click.argument("match")
@click.option("--from", "first", type=click.IntRange(min=1), default=1, metavar="SEQ", help="Begin with this event.")
@click.option("--as", "seat", type=click.IntRange(min=0), metavar="SEAT", help="Which of your seats looks on.")
@token_option
@talks
async def command(session: Session, match: str, first: int, seat: int | None, token: str) -> None:
    """Watch MATCH live, one line per event, until it is over.

    Every event is checked against the chain of those before it; a lost connection is made again.

    \b
    Example:
      clio watch k3vq
      clio watch k3vq --from 40 --json
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    now = await session.client.get_match(match_id)
    chosen = seat_to_look_from(session.holding(match_id), now.to_move, seat, token)
    names = names_of(now)
    end = turn_in_words(now)
    async for sighting in session.client.watch_match(match_id, chosen.token, after_seq=first - 1):
        if isinstance(sighting, Event):
            if sighting.WhichOneof("payload") == "joined":
                names[sighting.joined.seat] = sighting.joined.name
            end = end_in_words(sighting, names) or end
        _tell(session, sighting, names)
    if not session.out.as_json:
        session.out.line(f"Match {match_id} is over: {end}.")


def _tell(session: Session, sighting: Sighting, names: dict[int, str]) -> None:
    out = session.out
    if out.as_json:
        if isinstance(sighting, CaughtUp):
            out.document({"caught_up": {"seq": sighting.seq}})
        else:
            out.document({type(sighting).DESCRIPTOR.name.lower(): to_plain(sighting)})
    elif isinstance(sighting, Event):
        out.line(event_in_words(sighting, names))
    elif isinstance(sighting, Opening):
        out.line(opening_in_words(sighting))

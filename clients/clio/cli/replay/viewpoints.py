"""The places at the table from which a replay can be looked at."""

from clio.cli.i18n.translate import filled, t
from clio.cli.replay.event_source import EventSource
from clio.v1.view_pb2 import Viewpoint

Spot = tuple[str, Viewpoint | None]


def viewpoints(reel: EventSource, wanted: str | None) -> list[Spot]:
    """All of them, beginning with the one that was asked for."""
    joined = {event.joined.seat: event.joined.name for event in reel.events if event.type == "match.Joined"}
    seats: list[Spot] = [(name, Viewpoint(seat=number)) for number, name in sorted(joined.items())]
    spectator: Spot = (t("a spectator"), Viewpoint(spectator=True))
    others: list[Spot] = [(t("the best that is allowed"), None), *seats, spectator]
    if wanted is None:
        return others
    if wanted == "spectator":
        return [spectator, *others]
    if wanted == "everything":
        return [(t("everything"), Viewpoint(everything=True)), *others]
    number = int(wanted)
    name = joined.get(number) or filled("seat {seat}", seat=number)
    return [(name, Viewpoint(seat=number)), *others]

"""Viewpoints of a replay."""

from clio.cli.i18n.translate import filled, t
from clio.cli.replay.event_source import EventSource
from clio.client.viewpoints import EVERYTHING, SPECTATOR, seat_viewpoint
from clio.v1.view_pb2 import Viewpoint

NamedViewpoint = tuple[str, Viewpoint | None]


def viewpoints(source: EventSource, wanted: str | None) -> list[NamedViewpoint]:
    """Lists all viewpoints, the requested one first."""
    joined = {event.joined.seat: event.joined.name for event in source.events if event.type == "match.Joined"}
    seats: list[NamedViewpoint] = [(name, seat_viewpoint(number)) for number, name in sorted(joined.items())]
    spectator: NamedViewpoint = (t("a spectator"), SPECTATOR)
    others: list[NamedViewpoint] = [(t("everything you may see"), None), *seats, spectator]
    if wanted is None:
        return others
    if wanted == "spectator":
        return [spectator, *others]
    if wanted == "everything":
        return [(t("everything"), EVERYTHING), *others]
    number = int(wanted)
    name = joined.get(number) or filled("seat {seat}", seat=number)
    return [(name, seat_viewpoint(number)), *others]

"""Redaction: which sealed fields of an event a viewpoint may see, and the event without the others."""

from collections.abc import Iterable, Iterator

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import EVERYTHING, GameEvent, Viewpoint
from clio.kernel.integrity.commitments import Opening, open_field


def may_open(event: MatchEvent, viewpoint: Viewpoint) -> bool:
    """Whether the viewpoint may see the event's sealed fields."""
    return viewpoint in (EVERYTHING, event.owner)


def openings(events: Iterable[MatchEvent], viewpoint: Viewpoint, salt_key: bytes) -> Iterator[Opening]:
    """The openings of these events that the viewpoint may see."""
    for event in events:
        if event.secrets and may_open(event, viewpoint):
            for field, value in sorted(event.secrets.items()):
                yield open_field(salt_key, event.seq, field, value)


def redact(event: MatchEvent, viewpoint: Viewpoint) -> MatchEvent:
    """The event without its private fields, and without the secrets that the viewpoint may not see."""
    if event.secrets and not may_open(event, viewpoint) and isinstance(event.payload, GameEvent):
        # A fact of a game that is not installed has few fields.
        fields = event.secrets.keys() & set(event.payload.__struct_fields__)
        hidden = msgspec.structs.replace(event.payload, **dict.fromkeys(fields, msgspec.UNSET))
        return msgspec.structs.replace(event, payload=hidden, secrets={}, private={})
    return msgspec.structs.replace(event, private={}) if event.private else event

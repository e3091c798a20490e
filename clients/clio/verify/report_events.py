"""Events on the audit page: the move in the game's notation, and the data as recorded."""

import msgspec

from clio.kernel.game import GameEvent
from clio.kernel.record_format.record import Fact


def move_of(fact: Fact) -> str:
    """The move that led to an event; empty for any other event."""
    move = getattr(fact.payload, "move", "") if isinstance(fact.payload, GameEvent) else ""
    return move if isinstance(move, str) else ""


def data_of(fact: Fact) -> str:
    """The fields of an event, with the sealed ones that the record opens."""
    public = msgspec.json.decode(fact.public)
    shown = {name: value for name, value in public.items() if name not in ("move", "scores")}
    shown |= {field: msgspec.json.decode(value) for field, value in fact.secrets.items() if field != "move"}
    return "; ".join(f"{name} {_plain(value)}" for name, value in shown.items())


def _plain(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()

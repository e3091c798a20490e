"""The names of event types and what they mean: the one table between a record's text and typed facts."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from domain.kernel.game import Game, GameEvent
from domain.kernel.lifecycle import LIFECYCLE_EVENTS
from domain.kernel.match_event import Payload

LIFECYCLE_PREFIX: Final = "match"


class EventTypes:
    """Every event type of the installed games and of the kernel."""

    def __init__(self, games: Iterable[Game[Any, Any]]) -> None:
        classes: dict[str, type[Payload]] = {f"{LIFECYCLE_PREFIX}.{cls.__name__}": cls for cls in LIFECYCLE_EVENTS}
        for game in games:
            classes |= {f"{game.name}.{cls.__name__}": cls for cls in game.events}
        self.classes: Final[Mapping[str, type[Payload]]] = classes
        self._names: Final = {cls: name for name, cls in classes.items()}
        self._decoders: Final = {name: msgspec.json.Decoder(cls) for name, cls in classes.items()}

    def name_of(self, payload: Payload) -> str:
        """The type's name as it stands in the envelope."""
        return self._names[type(payload)]

    def decode(self, name: str, public: msgspec.Raw, secrets: Mapping[str, msgspec.Raw]) -> Payload:
        """The typed fact, with the secrets its reader knows put back in their fields."""
        payload = self._decoders[name].decode(public)
        if secrets and isinstance(payload, GameEvent):
            known = msgspec.json.decode(b"{" + b",".join(_member(*item) for item in secrets.items()) + b"}")
            shown = {
                field: value for field, value in msgspec.structs.asdict(payload).items() if value is not msgspec.UNSET
            }
            return msgspec.convert(shown | known, type(payload))
        return payload


def _member(field: str, value: msgspec.Raw) -> bytes:
    return msgspec.json.encode(field) + b":" + bytes(value)

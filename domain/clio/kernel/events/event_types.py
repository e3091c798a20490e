"""The registry of event types: maps the type names in records to classes, decoders and upcasters."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from clio.kernel.events.lifecycle import LIFECYCLE_EVENTS
from clio.kernel.events.match_event import Payload
from clio.kernel.game import Game, GameEvent
from clio.kernel.integrity.draw_table import pools_of
from clio.kernel.missing_game import MissingFact
from clio.kernel.upcasting import Fields, Steps, Upcaster, Upcasters

LIFECYCLE_PREFIX: Final = "match"


def _keep_sentences(fields: Fields) -> Fields:
    """Schema 1 of ``Finished`` has an English sentence as the detail of a score line and no parameters.

    The sentence is what the record's chain hashed: it is carried unchanged, and the missing parameters tell it from an
    id.
    """
    return fields


LIFECYCLE_STEPS: Final[Steps] = {("Finished", 1): _keep_sentences}
"""Upcasters from old schemas of the lifecycle events."""


class EventTypes:
    """Every event type of the installed games and of the kernel."""

    def __init__(self, games: Iterable[Game[Any, Any]]) -> None:
        classes: dict[str, type[Payload]] = {f"{LIFECYCLE_PREFIX}.{cls.__name__}": cls for cls in LIFECYCLE_EVENTS}
        steps: dict[tuple[str, int], Upcaster] = dict(_named(LIFECYCLE_PREFIX, LIFECYCLE_STEPS))
        pools: dict[str, tuple[str, ...]] = {}
        for game in games:
            pools |= {f"{game.name}.{event}": fields for event, fields in pools_of(game.draws).items()}
            classes |= {f"{game.name}.{cls.__name__}": cls for cls in game.events}
            steps |= _named(game.name, game.upcasters)
        self.games: Final = frozenset(name.partition(".")[0] for name in classes) - {LIFECYCLE_PREFIX}
        """The names of the installed games."""
        self.classes: Final[Mapping[str, type[Payload]]] = classes
        self.pools: Final[Mapping[str, tuple[str, ...]]] = pools
        """The fields that hold pools, by type name; their counts are checked before anything expands them."""
        self.upcasters: Final = Upcasters(steps)
        self._decoders: Final = {name: msgspec.json.Decoder(cls) for name, cls in classes.items()}
        self.forms: Final[Mapping[type[Payload], tuple[str, int]]] = {
            cls: (name, self.upcasters.latest(name)) for name, cls in classes.items()
        }
        """By class the name and the latest schema of a type: what the envelope of a new event says."""
        self.direct: Final[Mapping[tuple[str, int], Callable[[msgspec.Raw], Payload]]] = {
            (name, self.upcasters.latest(name)): decoder.decode for name, decoder in self._decoders.items()
        }
        """The decoders of public bytes in the latest schema of their type."""

    def name_of(self, payload: Payload) -> str:
        """The type's name in envelopes."""
        return self.forms[type(payload)][0]

    def schema_of(self, payload: Payload) -> int:
        """The schema in which the type is written now."""
        return self.forms[type(payload)][1]

    def decode(
        self, name: str, public: msgspec.Raw, secrets: Mapping[str, msgspec.Raw], schema: int | None = None
    ) -> Payload:
        """Decodes a fact, upcasts it to the latest schema and fills in the secrets that the reader knows.

        ``schema`` is the one it was written in; None for the latest.
        """
        direct = self.direct.get((name, self.upcasters.latest(name) if schema is None else schema))
        if direct is None:
            return self._upcast(name, schema or 0, public, secrets)
        payload = direct(public)
        if secrets and isinstance(payload, GameEvent):
            shown = {
                field: value for field, value in msgspec.structs.asdict(payload).items() if value is not msgspec.UNSET
            }
            return msgspec.convert(shown | _plain(secrets), type(payload))
        return payload

    def class_of(self, name: str) -> type[Payload]:
        """The class of a type; ``MissingFact`` for the types of a game that is not installed."""
        prefix = name.partition(".")[0]
        return self.classes[name] if prefix in self.games or prefix == LIFECYCLE_PREFIX else MissingFact

    def _upcast(self, name: str, schema: int, public: msgspec.Raw, secrets: Mapping[str, msgspec.Raw]) -> Payload:
        if (cls := self.class_of(name)) is MissingFact:
            return msgspec.json.decode(public, type=MissingFact)
        fields = msgspec.json.decode(public)
        if not isinstance(fields, dict):
            # An old schema of a hostile record may hold any JSON value.
            raise msgspec.ValidationError("Expected `object`")
        fields |= _plain(secrets)
        return msgspec.convert(self.upcasters.upcast(name, schema, fields), cls)


def _named(prefix: str, steps: Steps) -> dict[tuple[str, int], Upcaster]:
    return {(f"{prefix}.{name}", schema): step for (name, schema), step in steps.items()}


def _plain(secrets: Mapping[str, msgspec.Raw]) -> dict[str, Any]:
    members = (msgspec.json.encode(field) + b":" + bytes(value) for field, value in secrets.items())
    known: dict[str, Any] = msgspec.json.decode(b"{" + b",".join(members) + b"}")
    return known

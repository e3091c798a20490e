"""The lines that the fast path decodes in one step, which are nearly all of a record: nothing is sealed in them."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec

from clio.kernel.events.event_types import EventTypes
from clio.kernel.game import GameEvent

Public = TypeVar("Public")
Schema = TypeVar("Schema", bound=int)

END: Final = b'"},"openings":[]}'
"""The end of such a line, after the name of its type."""


class FastPathEnvelope(msgspec.Struct, Generic[Public, Schema], frozen=True, gc=False):
    """An envelope with a decoded payload; the fields are sorted by name."""

    sealed: ClassVar[msgspec.UnsetType] = msgspec.UNSET

    actor: str
    at: str
    match: str
    public: Public
    request: str
    schema: Schema
    seq: int
    type: str


class FastPathEntry(msgspec.Struct, Generic[Public, Schema], frozen=True, gc=False):
    """The whole line. Decoding ignores unknown fields, so a reader must encode it again and compare the bytes."""

    digest: str
    event: FastPathEnvelope[Public, Schema]
    openings: tuple[()]


AnyFastPathEnvelope: TypeAlias = FastPathEnvelope[Any, int]
Readers: TypeAlias = Mapping[bytes, Callable[[bytes], FastPathEntry[Any, int]]]
"""The decoders of lines in the latest schema, by the name of the event type."""


def readers(types: EventTypes, game: str) -> Readers:
    """The decoders of the game's types, except those with pools, whose counts need further checks."""
    return {
        name.encode(): msgspec.json.Decoder(FastPathEntry[cls, Literal[types.upcasters.latest(name)]]).decode  # type: ignore[misc,valid-type]
        for name, cls in types.classes.items()
        if name.partition(".")[0] == game and name not in types.pools and issubclass(cls, GameEvent)
    }

"""Lines as nearly all of a record are: nothing sealed, nothing passed over, so that each is read in a single step."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec

from clio.kernel.events.event_types import EventTypes
from clio.kernel.game import GameEvent

Public = TypeVar("Public")
Schema = TypeVar("Schema", bound=int)

END: Final = b'"},"openings":[]}'
"""How such a line ends, right after the name of its type."""


class FastPathEnvelope(msgspec.Struct, Generic[Public, Schema], frozen=True, gc=False):
    """An envelope with its content read in its place; its fields are in the order of their names."""

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
    """The whole line. Other fields are passed over here: whoever reads it has to write it again and compare."""

    digest: str
    event: FastPathEnvelope[Public, Schema]
    openings: tuple[()]


AnyUsualEnvelope: TypeAlias = FastPathEnvelope[Any, int]
Readers: TypeAlias = Mapping[bytes, Callable[[bytes], FastPathEntry[Any, int]]]
"""By the name of its type, how a line is read that was written in the latest form."""


def readers(types: EventTypes, game: str) -> Readers:
    """For the game's types, but not for those with pools: their counts need a closer look."""
    return {
        name.encode(): msgspec.json.Decoder(FastPathEntry[cls, Literal[types.upcasters.latest(name)]]).decode  # type: ignore[misc,valid-type]
        for name, cls in types.classes.items()
        if name.partition(".")[0] == game and name not in types.pools and issubclass(cls, GameEvent)
    }

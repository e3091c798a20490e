"""An event of a match: its values, and its canonical bytes, which are encoded once."""

from collections.abc import Mapping
from typing import ClassVar, Final

import msgspec

from clio.kernel.events.lifecycle import LifecycleEvent
from clio.kernel.game import GameEvent

Payload = GameEvent | LifecycleEvent
HOST_ACTOR: Final = "host"
SERVER_ACTOR: Final = "server"
NOTHING: Mapping[str, msgspec.Raw] = {}


class Envelope(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """The canonical form of an event. The fields are sorted by name, as in the canonical bytes."""

    actor: str
    at: str
    match: str
    public: msgspec.Raw
    request: str
    schema: int
    sealed: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    seq: int
    type: str


class MatchEvent(msgspec.Struct, frozen=True, gc=False):
    """An event with its payload, canonical bytes, digest and secrets.

    ``payload`` has the sealed fields in the clear as far as its reader may know them; ``canonical`` never has.
    ``secrets`` are the canonical values of the sealed fields. ``private`` (token hashes, the server seed) never leaves
    the server.
    """

    match_id: str
    seq: int
    type: str
    actor: str
    at: str
    request: str
    payload: Payload
    canonical: bytes
    digest: bytes
    sealed: Mapping[str, str] = {}
    secrets: Mapping[str, msgspec.Raw] = NOTHING
    private: Mapping[str, str] = {}

    SEATLESS: ClassVar[int] = -1

    @property
    def originator_id(self) -> str:
        """The aggregate's id, under the name that ``eventsourcing`` expects."""
        return self.match_id

    @property
    def originator_version(self) -> int:
        """The position in the aggregate's sequence, under the name that ``eventsourcing`` expects."""
        return self.seq

    @property
    def owner(self) -> int:
        """The seat that the sealed fields belong to."""
        return getattr(self.payload, "seat", self.SEATLESS) if self.sealed else self.SEATLESS

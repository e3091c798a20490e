"""Between the domain's events and the library's stored events."""

from typing import Any, Final

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Cipher, Compressor, JSONTranscoder, Mapper, StoredEvent

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.events.storage_codec import from_bytes, to_bytes


class MatchEventMapper(Mapper[str]):
    """Stores canonical bytes as they are; the topic is the event's type, never a Python path."""

    def __init__(self, types: EventTypes, compressor: Compressor | None, cipher: Cipher | None) -> None:
        super().__init__(JSONTranscoder(), compressor, cipher)
        self._types: Final = types

    def to_stored_event(self, domain_event: DomainEventProtocol[Any]) -> StoredEvent:
        """The event as a store keeps it."""
        if not isinstance(domain_event, MatchEvent):
            raise TypeError(f"not an event of a match: {type(domain_event)}")
        state = to_bytes(domain_event)
        if self.compressor:
            state = self.compressor.compress(state)
        if self.cipher:
            state = self.cipher.encrypt(state)
        return StoredEvent(
            originator_id=domain_event.match_id,
            originator_version=domain_event.seq,
            topic=domain_event.type,
            state=state,
        )

    def to_domain_event(self, stored_event: StoredEvent) -> MatchEvent:
        """The event that was stored."""
        return from_bytes(self._types, self.plain(stored_event))

    @property
    def is_coding(self) -> bool:
        """Whether what is stored has to be deciphered, or unpacked."""
        return self.cipher is not None or self.compressor is not None

    def plain(self, stored_event: StoredEvent) -> bytes:
        """What was stored, deciphered: canonical bytes, a line feed, and what only the server keeps."""
        return self.deciphered(bytes(stored_event.state))

    def deciphered(self, state: bytes) -> bytes:
        """The same, of the bytes alone."""
        if self.cipher:
            state = self.cipher.decrypt(state)
        return self.compressor.decompress(state) if self.compressor else state

    def from_plain(self, state: bytes) -> MatchEvent:
        """The event of such bytes."""
        return from_bytes(self._types, state)

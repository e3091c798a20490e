"""The live stream's protocol, independent of the transport."""

from collections.abc import Sequence
from typing import Protocol

from clio.server.codec.live_event import LiveEvent


class StreamClosedError(Exception):
    """The server is shutting down; no more events come from it."""


class HistoryReplacedError(Exception):
    """The record no longer continues what was sent: a backup or an older copy took its place."""


class Subscription(Protocol):
    """One watcher's subscription to a match."""

    async def next(self, patience: float) -> Sequence[LiveEvent] | None:
        """Returns the events since the last call. Waits for the first one; empty after ``patience`` seconds.

        None means that the queue overflowed: read the record.
        Raises StreamClosedError on shutdown, HistoryReplacedError after the record was replaced.
        """

    def rouse(self) -> None:
        """Ends the current or next wait of ``next`` at once."""

    def close(self) -> None:
        """Ends the subscription."""


class LiveStream(Protocol):
    """Delivers recorded events to watchers. It may lose events; the record does not."""

    def wants(self, match_id: str) -> bool:
        """Whether a published event of the match could reach a watcher."""

    def publish(self, match_id: str, events: Sequence[LiveEvent]) -> None:
        """Publishes recorded events. Never blocks, never fails; idempotent."""

    def subscribe(self, match_id: str, seq: int, digest: bytes) -> Subscription:
        """Subscribes to the events after a head that the record has."""

    def close(self) -> None:
        """Ends all subscriptions, including future ones."""

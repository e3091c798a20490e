"""The live stream's protocol, independent of the transport."""

from collections.abc import Sequence
from typing import Protocol

from clio.server.codec.live_event import LiveEvent


class StreamClosedError(Exception):
    """The server is going down; nothing more will come from it."""


class HistoryReplacedError(Exception):
    """The record no longer continues what was sent: a backup or an older copy took its place."""


class Subscription(Protocol):
    """One watcher's place at a match's stream."""

    async def next(self, patience: float) -> Sequence[LiveEvent] | None:
        """What has come since the last call: waits if nothing has; empty once patience (seconds) is over.

        None means that the watcher was too slow, and that something was left out: read the record.
        Raises StreamClosedError once the server is going down, HistoryReplacedError once the record is another one.
        """

    def rouse(self) -> None:
        """Ends the waiting of ``next`` at once, as if patience were over."""

    def close(self) -> None:
        """Gives the place up."""


class LiveStream(Protocol):
    """Carries recorded events to watchers. It may lose them: the record does not."""

    def wants(self, match_id: str) -> bool:
        """Whether a match's events would reach anybody if they were published."""

    def publish(self, match_id: str, events: Sequence[LiveEvent]) -> None:
        """Hands recorded events on; never blocks and never fails. Handing them on twice does no harm."""

    def subscribe(self, match_id: str, seq: int, digest: bytes) -> Subscription:
        """A place at a match's stream, for what comes after a head that the record has."""

    def close(self) -> None:
        """Ends all subscriptions, also those to come."""

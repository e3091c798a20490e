"""Watchers that log what they receive, built on the client so that its reconnects are tested too."""

import asyncio

from clio.client.client import Client
from clio.client.errors import IntegrityError
from clio.client.retry import RetryPolicy
from clio.client.watcher import MatchWatcher
from clio.v1.event_pb2 import Event
from tests.robustness.players import History

STUBBORN = RetryPolicy(attempts=10_000, first_seconds=0.05, max_seconds=0.5)


class Gallery:
    """All watchers, through one target whose servers change."""

    def __init__(self, address: str, history: History) -> None:
        self._address = address
        self._history = history
        self._tasks: list[asyncio.Task[None]] = []
        self._number = 0

    def watch(self, match_id: str) -> None:
        """Adds a watcher with its own connection."""
        self._number += 1
        self._tasks.append(asyncio.create_task(self._watch(f"watcher-{self._number}", match_id)))

    def seen(self, match_id: str) -> int:
        """The lowest position among the match's watchers."""
        return min((len(seen) for (_, of_match), seen in self._history.sightings.items() if of_match == match_id))

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _watch(self, name: str, match_id: str) -> None:
        seen = self._history.sightings.setdefault((name, match_id), [])
        async with Client(self._address) as client:
            watcher = MatchWatcher(client._matches.WatchMatch, match_id, silence_seconds=8.0, retries=STUBBORN)
            try:
                async for sighting in watcher:
                    if isinstance(sighting, Event):
                        seen.append((sighting.seq, sighting.digest))
            except IntegrityError as error:
                self._history.contradictions.append(f"{match_id} {name}: {error}")

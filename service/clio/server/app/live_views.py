"""Views for watchers: each board is computed once per match, event and viewpoint, and shared by all who watch."""

import asyncio
from typing import Final, NamedTuple

from clio.kernel.game import EVERYTHING, Viewpoint
from clio.kernel.missing_game import GameNotInstalledError
from clio.server.app.match_service import MatchService
from clio.server.app.private_names import PrivateNames, show_names
from clio.server.app.workers import Workers
from clio.server.codec.views import Snapshot
from clio.server.errors import ServiceError
from clio.server.lru_cache import LruCache
from clio.v1 import match_service_pb2 as pb

MAX_BYTES: Final = 16 * 1024 * 1024
"""Encoded views in the cache, for watchers that ask a moment later; a board has 2 to 15 KB."""


class ViewKey(NamedTuple):
    """Names a board; the digest tells histories apart after a record was replaced."""

    match_id: str
    seq: int
    digest: bytes | None
    viewpoint: Viewpoint


class LiveViews:
    """Computes views in workers and keeps the encoded messages. Used by the event loop only."""

    def __init__(
        self, matches: MatchService, workers: Workers, names: PrivateNames, max_bytes: int = MAX_BYTES
    ) -> None:
        self._names: Final = names
        self._matches: Final = matches
        self._workers: Final = workers
        self._kept: Final[LruCache[ViewKey, bytes]] = LruCache(max_bytes, len)
        self._tasks: Final[dict[ViewKey, asyncio.Task[bytes]]] = {}
        self.computed = 0

    def ask(self, key: ViewKey) -> "asyncio.Future[bytes]":
        """The ``WatchMatchResponse`` with a view; empty once the match has moved on, or while the server is busy.

        Many watchers share the future: it must not be cancelled.
        """
        kept = self._kept.get(key)
        if kept is not None:
            done: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
            done.set_result(kept)
            return done
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.ensure_future(self._compute(key))
            task.add_done_callback(lambda _: self._tasks.pop(key))
        return task

    def forget(self) -> None:
        """Clears the cache: the record may have been replaced."""
        self._kept.clear()

    async def _compute(self, key: ViewKey) -> bytes:
        try:
            match = await self._matches.at_least(key.match_id, key.seq)
            if match.seq != key.seq or key.digest not in (None, match.digest):
                return b""
            viewpoint = EVERYTHING if match.is_over else key.viewpoint
            snapshot = Snapshot.of(match)
            names = await self._names.of_match(match)
            show_names(snapshot.match, names)
            encoded = await self._workers.run(_encoded, snapshot, viewpoint)
        except (ServiceError, GameNotInstalledError):
            # The record or the workers are busy or away, or the game is. A watch goes on without views, and asks again.
            return b""
        self.computed += 1
        if not names:
            # A name may be changed or erased at any time, on any server: views with names are not kept.
            self._kept.put(key, encoded)
        return encoded


def _encoded(snapshot: Snapshot, viewpoint: Viewpoint) -> bytes:
    return pb.WatchMatchResponse(view=snapshot.view(viewpoint)).SerializeToString()

"""The views of one watcher: at most one is on its way, and only that of the last event sent is delivered."""

import asyncio
from collections.abc import Callable
from typing import Final

from clio.kernel.game import Viewpoint
from clio.server.app.live_views import LiveViews, ViewKey


class WatchedViews:
    """Asks for the view of the last event; a newer event replaces the one asked for."""

    def __init__(self, views: LiveViews, match_id: str, viewpoint: Viewpoint) -> None:
        self._views: Final = views
        self._match_id: Final = match_id
        self._viewpoint: Final = viewpoint
        self._asked: asyncio.Future[bytes] | None = None
        self._asked_seq = -1
        self._sent_seq = -1
        self._missed_seq = -1
        """The event whose view did not come: asked for again by ``retry`` only, lest a watcher asks without a pause."""

    def ask(self, seq: int, digest: bytes | None, on_ready: Callable[[], None]) -> None:
        """Asks for the view after an event, unless it was sent, was missed or is on its way."""
        if seq in (self._sent_seq, self._missed_seq):
            return
        if seq == self._asked_seq and self._asked is not None:
            # It may have become ready while the watcher was busy, which then did not notice.
            if self._asked.done():
                on_ready()
            return
        self._asked, self._asked_seq = self._future(seq, digest), seq
        # A view that was replaced by a newer one is not awaited any more.
        self._asked.add_done_callback(lambda done: on_ready() if done is self._asked else None)

    @property
    def is_ready(self) -> bool:
        """Whether the view asked for has arrived."""
        return self._asked is not None and self._asked.done()

    def take(self, seq: int) -> bytes:
        """The view that has arrived, if it is that of the last event sent; else nothing."""
        asked, self._asked = self._asked, None
        if asked is None or self._asked_seq != seq:
            return b""
        view = asked.result()
        if view:
            self._sent_seq = seq
        else:
            self._missed_seq = seq
        return view

    def retry(self) -> None:
        """Lets a view that was missed be asked for again."""
        self._missed_seq = -1

    async def last(self, seq: int, digest: bytes | None) -> bytes:
        """The view at the end of a match, when no event can delay it any more."""
        return b"" if seq == self._sent_seq else await asyncio.shield(self._future(seq, digest))

    def _future(self, seq: int, digest: bytes | None) -> "asyncio.Future[bytes]":
        return self._views.ask(ViewKey(self._match_id, seq, digest, self._viewpoint))

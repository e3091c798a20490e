"""Follows the events of other servers: LISTEN reports that the log has grown, a query says in which matches."""

import asyncio
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

import psycopg
from psycopg.sql import SQL, Identifier

from clio.supervision.backoff import Backoff
from clio.supervision.outage import Outage
from clio.supervision.supervised_thread import SupervisedThread

LOOK_AGAIN: Final = 1.0
_BREATH: Final = 0.1
"""How often the thread checks whether it must stop."""
PAGE: Final = 5_000
TABLE: Final = "clio_events"

Heads = Mapping[str, int]
OnNews = Callable[[int, Heads], None]


class LogListener:
    """A thread with a dedicated connection. Reports positions only; readers fetch the events."""

    def __init__(self, url: str, on_news: OnNews, leisure: Callable[[], float]) -> None:
        """``leisure`` returns how long to collect notifications before the log is read."""
        self._url: Final = url
        self._on_news: Final = on_news
        self._leisure: Final = leisure
        self._position = -1
        self._closing = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._outage: Final = Outage("record.not_followed", "record.followed")
        self.thread: Final = SupervisedThread("clio-follower", self._run)

    def start(self) -> None:
        """Starts the thread; ``on_news`` is called on this event loop."""
        self._loop = asyncio.get_running_loop()
        self.thread.start()

    def close(self) -> None:
        """Ends the thread."""
        self._closing.set()
        self.thread.join()

    @property
    def healthy(self) -> bool:
        """Whether the listener is connected."""
        return self.thread.healthy and not self._outage.active

    def _run(self) -> None:
        backoff = Backoff()
        while not self._closing.is_set():
            try:
                with psycopg.connect(
                    self._url, autocommit=True, connect_timeout=2, application_name="clio-follower"
                ) as connection:
                    self._follow(connection, backoff)
            except psycopg.Error as error:
                self._outage.failed(error)
                self._closing.wait(backoff.pause())

    def _follow(self, connection: psycopg.Connection[Any], backoff: Backoff) -> None:
        connection.execute(SQL("LISTEN {}").format(Identifier(TABLE)))
        # A restored database may be behind: its next events are new.
        self._position = min(self._position, self._newest(connection))
        while not self._closing.is_set():
            while self._look(connection):
                pass
            self._outage.ended()
            backoff.reset()
            self._await_news(connection)

    def _await_news(self, connection: psycopg.Connection[Any]) -> None:
        for _ in range(round(LOOK_AGAIN / _BREATH)):
            if self._closing.is_set() or list(connection.notifies(timeout=_BREATH, stop_after=1)):
                self._closing.wait(self._leisure())
                return

    def _look(self, connection: psycopg.Connection[Any]) -> bool:
        """Reads a page of new events; returns whether there may be more."""
        table = Identifier(TABLE)
        if self._position < 0:
            self._position = self._newest(connection)
            return False
        rows = connection.execute(
            SQL(
                "SELECT notification_id, originator_id, originator_version FROM {} "
                "WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
            ).format(table),
            (self._position, PAGE),
        ).fetchall()
        if rows:
            self._position = rows[-1][0]
            self._tell({match_id: seq for _, match_id, seq in rows})
        return len(rows) == PAGE

    def _newest(self, connection: psycopg.Connection[Any]) -> int:
        newest = connection.execute(SQL("SELECT coalesce(max(notification_id), 0) FROM {}").format(Identifier(TABLE)))
        return int((newest.fetchone() or (0,))[0])

    def _tell(self, heads: Heads) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._on_news, self._position, heads)

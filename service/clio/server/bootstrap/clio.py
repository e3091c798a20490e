"""A whole server: starts and stops its parts in order."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import structlog

from clio.games.registry import FAILED_PLUG_INS
from clio.server.bootstrap.composition import Composition

log = structlog.get_logger()


class Clio(Composition):
    """A whole service, built from its settings, ready to start."""

    @property
    def port(self) -> int:
        """The port it serves on."""
        return self._server.port

    @property
    def http_url(self) -> str | None:
        """Where the HTTP API is; None where it is not served."""
        return None if self._http is None else self._http.url

    async def start(self) -> None:
        """Starts the threads, then serves. A start that fails leaves nothing open."""
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise

    async def _start(self) -> None:
        for failed in FAILED_PLUG_INS:
            log.error("plug_in.failed", game=failed.name, object=failed.value, why=failed.why)
        if self._shared:
            readers = ThreadPoolExecutor(self._settings.database_connections, thread_name_prefix="clio-reader")
            asyncio.get_running_loop().set_default_executor(readers)
        self._telemetry.start()
        await asyncio.to_thread(self._clock_keeper.start)
        self._writer.start()
        self.projections.start()
        self._deadlines.start()
        self.live.start()
        if self._follower is not None:
            self._follower.start()
        self._keys.start(self._authorizer.end_streams_of_invalid_keys)
        await self._server.start(self.health)
        if self._http is not None:
            await self._http.start()
        self.health.start(self._server.show)
        self._server.show_projections(self.projections)
        if self._bot_resumption is not None:
            self._bot_resumption.start()

    async def stop(self) -> None:
        """Ends watches and sessions, drains calls, writes what waits, closes the files."""
        for drain in self._draining:
            drain()
        await self.health.stop()
        await asyncio.gather(self._server.stop(), *([self._http.stop()] if self._http is not None else []))
        if self._bot_resumption is not None:
            await self._bot_resumption.stop()
        await self._bots.close()
        await self._deadlines.stop()
        await asyncio.to_thread(self._workers.close)
        await asyncio.to_thread(self._view_workers.close)
        await self._keys.stop()
        self._writer.close()
        await asyncio.to_thread(self._clock_keeper.close)
        if self._follower is not None:
            self._follower.close()
        await self.live.stop()
        self._reading.close()
        self._opened.close()
        await asyncio.to_thread(self._telemetry.close)

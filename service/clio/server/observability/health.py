"""How each thing that the server stands on does, looked at again and again."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
import structlog

from clio.projections.runtime.supervised_task import supervised

LOOK_SECONDS: Final = 1.0
ANSWER_SECONDS: Final = 5.0

OnChange = Callable[["HealthMonitor"], Awaitable[None]]
log = structlog.get_logger()


class Dependency(msgspec.Struct, frozen=True):
    """Something the server stands on, and how to see how it does."""

    name: str
    kind: str
    needed: bool
    look: Callable[[], Awaitable[bool]]


class HealthMonitor:
    """The last look at every dependency."""

    def __init__(self, dependencies: list[Dependency], counts: Callable[[], dict[str, int]]) -> None:
        self.dependencies: Final = dependencies
        self.counts: Final = counts
        self._healthy = {dependency.name: True for dependency in dependencies}
        self._pending: dict[str, asyncio.Task[bool]] = {}
        self._task: asyncio.Task[None] | None = None
        self._taking_calls = False
        self.loop_delay = 0.0
        """By how many seconds the event loop was late at the last look."""

    def start(self, on_change: OnChange) -> None:
        """Starts looking, once calls are taken; tells of every change."""
        self._taking_calls = True
        self._task = asyncio.create_task(supervised("clio-vitals", lambda: self._run(on_change)), name="clio-vitals")

    async def stop(self) -> None:
        """Ends looking, before calls are drained."""
        self._taking_calls = False
        for task in [*self._pending.values(), *([self._task] if self._task else [])]:
            task.cancel()
        if self._task is not None:
            await asyncio.wait([self._task])

    def is_healthy(self, name: str) -> bool:
        """How a dependency did at the last look."""
        return self._healthy[name]

    @property
    def serving(self) -> bool:
        """Whether everything needed is there."""
        return all(self._healthy[dependency.name] for dependency in self.dependencies if dependency.needed)

    @property
    def ready(self) -> bool:
        """Whether calls should be sent here: not before the server has started, and not while it drains."""
        return self._taking_calls and self.serving

    @property
    def degraded(self) -> bool:
        """Whether anything at all is amiss."""
        return not all(self._healthy.values())

    async def _run(self, on_change: OnChange) -> None:
        while True:
            before = dict(self._healthy)
            for dependency in self.dependencies:
                self._healthy[dependency.name] = await self._look(dependency)
            if before != self._healthy:
                log.warning("vitals", serving=self.serving, degraded=self.degraded, **self._healthy)
                await on_change(self)
            rested = time.perf_counter()
            await asyncio.sleep(LOOK_SECONDS)
            self.loop_delay = max(0.0, time.perf_counter() - rested - LOOK_SECONDS)

    async def _look(self, dependency: Dependency) -> bool:
        """One look at a time: a dependency that hangs is not asked again before it has answered."""
        pending = self._pending.pop(dependency.name, None) or asyncio.ensure_future(dependency.look())
        done, _ = await asyncio.wait([pending], timeout=ANSWER_SECONDS)
        if not done:
            self._pending[dependency.name] = pending
            return False
        return pending.exception() is None and pending.result()

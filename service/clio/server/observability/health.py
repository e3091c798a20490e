"""Periodically checks the health of the server's dependencies."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
import structlog

from clio.supervision.supervised_task import supervised

CHECK_SECONDS: Final = 1.0
TIMEOUT_SECONDS: Final = 5.0

OnChange = Callable[["HealthMonitor"], Awaitable[None]]
log = structlog.get_logger()


class Dependency(msgspec.Struct, frozen=True):
    """A dependency of the server and its health check; without a required one the server does not serve."""

    name: str
    kind: str
    required: bool
    check: Callable[[], Awaitable[bool]]


class HealthMonitor:
    """Keeps the result of the last check of every dependency."""

    def __init__(self, dependencies: list[Dependency], counts: Callable[[], dict[str, int]]) -> None:
        self.dependencies: Final = dependencies
        self.counts: Final = counts
        self._healthy = {dependency.name: True for dependency in dependencies}
        self._pending: dict[str, asyncio.Task[bool]] = {}
        self._task: asyncio.Task[None] | None = None
        self._taking_calls = False
        self.loop_delay = 0.0
        """By how many seconds the event loop was late at the last check."""

    def start(self, on_change: OnChange) -> None:
        """Starts the checks, once the server takes calls; ``on_change`` runs after every change."""
        self._taking_calls = True
        self._task = asyncio.create_task(supervised("clio-health", lambda: self._run(on_change)), name="clio-health")

    async def stop(self) -> None:
        """Stops the checks, before calls are drained."""
        self._taking_calls = False
        for task in [*self._pending.values(), *([self._task] if self._task else [])]:
            task.cancel()
        if self._task is not None:
            await asyncio.wait([self._task])

    def is_healthy(self, name: str) -> bool:
        """Whether a dependency passed its last check."""
        return self._healthy[name]

    @property
    def serving(self) -> bool:
        """Whether every required dependency is healthy."""
        return all(self._healthy[dependency.name] for dependency in self.dependencies if dependency.required)

    @property
    def ready(self) -> bool:
        """Whether load balancers should send calls: not before the server has started, not while it drains."""
        return self._taking_calls and self.serving

    @property
    def degraded(self) -> bool:
        """Whether any dependency is unhealthy."""
        return not all(self._healthy.values())

    async def _run(self, on_change: OnChange) -> None:
        while True:
            before = dict(self._healthy)
            for dependency in self.dependencies:
                self._healthy[dependency.name] = await self._check(dependency)
            if before != self._healthy:
                log.warning("health", serving=self.serving, degraded=self.degraded, **self._healthy)
                await on_change(self)
            slept_at = time.perf_counter()
            await asyncio.sleep(CHECK_SECONDS)
            self.loop_delay = max(0.0, time.perf_counter() - slept_at - CHECK_SECONDS)

    async def _check(self, dependency: Dependency) -> bool:
        """Runs one check at a time: a check that hangs is not started again before it has ended."""
        pending = self._pending.pop(dependency.name, None) or asyncio.ensure_future(dependency.check())
        done, _ = await asyncio.wait([pending], timeout=TIMEOUT_SECONDS)
        if not done:
            self._pending[dependency.name] = pending
            return False
        return pending.exception() is None and pending.result()

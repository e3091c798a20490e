"""All metrics of a server, in a registry of its own."""

import platform
from collections.abc import Iterable, Mapping
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    GCCollector,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
)

from clio.server.observability.call_metrics import CallMetrics
from clio.server.observability.collector import MetricsCollector, MetricSource
from clio.server.observability.play_metrics import PlayMetrics
from clio.server.observability.version import clio_version

COMMANDS_PER_COMMIT: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
COMMITTED_WITHIN: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """What observers add to while the server works, and what is read from its parts when asked."""

    def __init__(self, methods: Mapping[str, bool], games: Iterable[str], build: str) -> None:
        # When a series began is of no use to anybody here, and would double their number.
        disable_created_metrics()  # type: ignore[no-untyped-call]  # not in its types
        self.registry: Final = CollectorRegistry()
        self.calls: Final = CallMetrics(self.registry, methods)
        self.play: Final = PlayMetrics(self.registry, games)
        self._batch: Final = Histogram(
            "clio_commit_batch_commands",
            "Commands per transaction.",
            buckets=COMMANDS_PER_COMMIT,
            registry=self.registry,
        )
        self._seconds: Final = Histogram(
            "clio_commit_seconds",
            "How long transactions took.",
            buckets=COMMITTED_WITHIN,
            registry=self.registry,
        )
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        about = {"version": clio_version(), "build": build, "python": platform.python_version()}
        Info("clio_build", "What runs here.", registry=self.registry).info(about)

    def batch(self, size: int, seconds: float) -> None:
        """A transaction was committed; called by the writer thread."""
        self._batch.observe(size)
        self._seconds.observe(seconds)

    def watch(self, readings: Iterable[MetricSource]) -> None:
        """Adds what is read when asked."""
        self.registry.register(MetricsCollector(readings))

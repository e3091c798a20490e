"""All metrics of a server, in one registry."""

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

BATCH_BUCKETS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
COMMIT_SECONDS_BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """Metrics that observers update, and sources that are read at scrape time."""

    def __init__(self, methods: Mapping[str, bool], games: Iterable[str], build: str) -> None:
        # The creation time of a series is not used here, and would double the number of series.
        disable_created_metrics()  # type: ignore[no-untyped-call]  # not in its types
        self.registry: Final = CollectorRegistry()
        self.calls: Final = CallMetrics(self.registry, methods)
        self.play: Final = PlayMetrics(self.registry, games)
        self._batch: Final = Histogram(
            "clio_commit_batch_commands",
            "Commands per transaction.",
            buckets=BATCH_BUCKETS,
            registry=self.registry,
        )
        self._seconds: Final = Histogram(
            "clio_commit_seconds",
            "Duration of transactions.",
            buckets=COMMIT_SECONDS_BUCKETS,
            registry=self.registry,
        )
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        about = {"version": clio_version(), "build": build, "python": platform.python_version()}
        Info("clio_build", "Version of the running server.", registry=self.registry).info(about)

    def batch(self, size: int, seconds: float) -> None:
        """Records a committed transaction; called by the writer thread."""
        self._batch.observe(size)
        self._seconds.observe(seconds)

    def watch(self, sources: Iterable[MetricSource]) -> None:
        """Registers sources that are read at scrape time."""
        self.registry.register(MetricsCollector(sources))

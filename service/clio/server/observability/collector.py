"""A Prometheus collector that reads existing counters at scrape time, so that play pays nothing for them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import msgspec
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

Read = Callable[[], float] | Callable[[], Mapping[str, float]]


class MetricSource(msgspec.Struct, frozen=True):
    """A counter or gauge that a component keeps, or one for each value of a label."""

    name: str
    help: str
    read: Read
    label: str = ""
    grows: bool = False
    """Whether it is a counter; otherwise a gauge."""

    def family(self) -> Metric:
        """Returns the present values."""
        labels = [self.label] if self.label else []
        family = (CounterMetricFamily if self.grows else GaugeMetricFamily)(self.name, self.help, labels=labels)
        value = self.read()
        if isinstance(value, Mapping):
            for name, each in value.items():
                family.add_metric([name], each)
        else:
            family.add_metric([], value)
        return family


class MetricsCollector(Collector):
    """Reads all sources; runs in the thread that answers a scrape."""

    def __init__(self, sources: Iterable[MetricSource]) -> None:
        self._sources: Final = tuple(sources)

    def collect(self) -> Iterator[Metric]:
        """Yields every metric family."""
        for source in self._sources:
            yield source.family()

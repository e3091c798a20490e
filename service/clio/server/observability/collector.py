"""What is counted anyway, read when somebody asks: play pays nothing for it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import msgspec
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

Read = Callable[[], float] | Callable[[], Mapping[str, float]]


class MetricSource(msgspec.Struct, frozen=True):
    """A number that is kept elsewhere, or one for each value of a label."""

    name: str
    help: str
    read: Read
    label: str = ""
    grows: bool = False
    """Whether it only ever grows, as a counter does."""

    def family(self) -> Metric:
        """The numbers as they are now."""
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
    """Reads them all; called by the thread that answers a scrape."""

    def __init__(self, readings: Iterable[MetricSource]) -> None:
        self._readings: Final = tuple(readings)

    def collect(self) -> Iterator[Metric]:
        """See the library."""
        for reading in self._readings:
            yield reading.family()

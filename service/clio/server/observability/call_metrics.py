"""Metrics of calls: count by method and status, and duration."""

from collections.abc import Callable, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram

from clio.server.app.call_context import Call

CALL_SECONDS_BUCKETS: Final = (
    0.0005,
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1.0,
    2.5,
    5.0,
    10.0,
    30.0,
)
STREAM_SECONDS_BUCKETS: Final = (1.0, 10.0, 60.0, 600.0, 3_600.0, 21_600.0, 86_400.0)

_Ended = tuple[Callable[[], None], Callable[[float], None]]


class CallMetrics:
    """An observer of calls. Caches label children: the library's lookup costs more than the rest."""

    def __init__(self, registry: CollectorRegistry, methods: Mapping[str, bool]) -> None:
        """``methods`` maps each method of the contract to whether it streams its responses."""
        self.failures = 0
        """How many calls ended with an internal error."""
        self._methods: Final = methods
        self._calls: Final = Counter(
            "clio_calls", "Ended calls by method and status.", ["method", "code"], registry=registry
        )
        self._seconds: Final = Histogram(
            "clio_call_seconds",
            "Duration of unary calls.",
            ["method"],
            buckets=CALL_SECONDS_BUCKETS,
            registry=registry,
        )
        self._stream_seconds: Final = Histogram(
            "clio_stream_seconds",
            "Duration of ended streams.",
            ["method"],
            buckets=STREAM_SECONDS_BUCKETS,
            registry=registry,
        )
        self._ended: Final = {(method, "OK"): self._resolve(method, "OK") for method in methods}

    def __call__(self, call: Call, code: str) -> None:
        """Counts a call that has ended."""
        ended = self._ended.get((call.method, code))
        if ended is None:
            ended = self._ended[call.method, code] = self._resolve(call.method, code)
        if code == "INTERNAL":
            self.failures += 1
        count, observe = ended
        count()
        observe(call.seconds)

    def _resolve(self, method: str, code: str) -> _Ended:
        seconds = self._stream_seconds if self._methods[method] else self._seconds
        return self._calls.labels(method, code).inc, seconds.labels(method).observe

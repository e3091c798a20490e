"""Metrics and traces of a server; only what the settings ask for is built, the rest costs nothing."""

from collections.abc import Iterable, Mapping
from itertools import chain
from types import ModuleType
from typing import TYPE_CHECKING, Final

import structlog

from clio.server.app.call_context import Begin, Observer
from clio.server.app.play_observer import PlayObserver
from clio.server.eventstore.group_commit import OnBatch
from clio.server.observability.health import HealthMonitor
from clio.server.observability.version import clio_version
from clio.server.settings import Settings

if TYPE_CHECKING:
    from clio.server.observability.collector import MetricSource
    from clio.server.observability.http_endpoint import Endpoint
    from clio.server.observability.metrics import Metrics
    from clio.server.observability.tracing import Tracing

log = structlog.get_logger()


class Telemetry:
    """Serves metrics if a port is set, and exports traces if the environment names a collector."""

    def __init__(
        self,
        settings: Settings,
        environment: Mapping[str, str],
        contracts: Iterable[ModuleType],
        games: Iterable[str],
    ) -> None:
        self._settings: Final = settings
        self.metrics: Final = _metrics(settings, contracts, games) if settings.metrics_port else None
        self.tracing: Final = _tracing() if tracing_is_configured(environment) else None
        self._endpoint: Endpoint | None = None

    @property
    def play(self) -> PlayObserver | None:
        """The observer of play, if metrics are on."""
        return self.metrics.play if self.metrics is not None else None

    @property
    def on_batch(self) -> OnBatch | None:
        """The callback for committed transactions, if metrics are on."""
        return self.metrics.batch if self.metrics is not None else None

    @property
    def on_begin(self) -> Begin | None:
        """The callback for calls that begin, if traces are on."""
        return self.tracing.begin if self.tracing is not None else None

    @property
    def observers(self) -> list[Observer]:
        """The observers of calls that have ended."""
        observers: list[Observer] = []
        if self.metrics is not None:
            observers.append(self.metrics.calls)
        if self.tracing is not None:
            observers.append(self.tracing.end)
        return observers

    def open(self, health: HealthMonitor, *sources: "Iterable[MetricSource]") -> None:
        """Registers the metric sources and binds the metrics port."""
        if self.metrics is None:
            return
        from clio.server.observability.http_endpoint import Endpoint  # noqa: PLC0415 (loaded only where metrics are asked for)

        self.metrics.watch(chain(*sources))
        host, port = self._settings.metrics_host, self._settings.metrics_port
        self._endpoint = Endpoint(host, port, self.metrics.registry, lambda: health.ready)

    def start(self) -> None:
        """Starts to serve metrics."""
        if self._endpoint is not None:
            self._endpoint.start()

    def close(self) -> None:
        """Exports pending spans and stops serving metrics; blocking."""
        if self.tracing is not None:
            self.tracing.close()
        if self._endpoint is not None:
            self._endpoint.close()


def tracing_is_configured(environment: Mapping[str, str]) -> bool:
    """Whether the environment names a collector for spans."""
    given = environment.get
    return (
        bool(given("OTEL_EXPORTER_OTLP_ENDPOINT") or given("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"))
        and given("OTEL_SDK_DISABLED", "").lower() != "true"
        and given("OTEL_TRACES_EXPORTER", "otlp") == "otlp"
    )


def _metrics(settings: Settings, contracts: Iterable[ModuleType], games: Iterable[str]) -> "Metrics":
    from clio.server.observability.metrics import Metrics  # noqa: PLC0415 (loaded only where metrics are asked for)

    methods = {
        method.name: method.server_streaming
        for contract in contracts
        for service in contract.DESCRIPTOR.services_by_name.values()
        for method in service.methods
    }
    return Metrics(methods, games, settings.build)


def _tracing() -> "Tracing | None":
    try:
        from clio.server.observability.tracing import Tracing  # noqa: PLC0415 (needs OpenTelemetry, an extra)
    except ImportError as error:
        # An environment is often shared by many services: a missing extra must not keep this one from serving.
        log.warning("tracing.not_installed", missing=error.name, install="clio-referee[tracing]")
        return None
    return Tracing(clio_version())

"""A span exporter that logs an unavailable collector once, and its return once."""

import logging
from collections.abc import Sequence
from typing import Final

from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

from clio.supervision.outage import Outage


class OutageLoggingExporter(SpanExporter):
    """Delegates to an exporter; replaces the line that the library logs for every failed attempt."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter: Final = exporter
        self._outage: Final = Outage("tracing.not_exported", "tracing.exported")
        logging.getLogger("opentelemetry.exporter").setLevel(logging.CRITICAL)
        logging.getLogger("opentelemetry.sdk").setLevel(logging.CRITICAL)

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Exports spans."""
        result = self._exporter.export(spans)
        if result is SpanExportResult.SUCCESS:
            self._outage.ended()
        else:
            self._outage.failed("the collector does not take spans")
        return result

    def shutdown(self) -> None:
        """Shuts the exporter down."""
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Exports pending spans."""
        return self._exporter.force_flush(timeout_millis)

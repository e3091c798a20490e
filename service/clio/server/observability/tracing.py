"""Traces: a span for every call, with child spans for deciding a command and for its commit."""

from collections.abc import Sequence
from contextvars import ContextVar
from typing import Any, Final

from opentelemetry import context as contexts
from opentelemetry import propagate, trace
from opentelemetry.context import Context as TraceContext
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode, Tracer

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Command
from clio.kernel.match.decision import Decision
from clio.kernel.match.referee import Referee
from clio.kernel.rejection import Rejection
from clio.server.app.call_context import Call, Headers
from clio.server.app.command_request import CommandRequest
from clio.server.app.match_service import MatchService
from clio.server.eventstore.group_commit import GroupCommitWriter, OnDurable
from clio.server.observability.span_exporter import OutageLoggingExporter

SERVER_FAULTS: Final = frozenset(
    {"INTERNAL", "UNKNOWN", "UNAVAILABLE", "DATA_LOSS", "DEADLINE_EXCEEDED", "UNIMPLEMENTED"}
)
"""Status codes of server errors, after OpenTelemetry's conventions for RPC."""
_MATCH: Final = "clio.match_id"
_CAUSE: ContextVar[TraceContext | None] = ContextVar("clio_cause", default=None)
"""The call that submitted a command: a queued command is decided in the context of another call."""


class Tracing:
    """The tracer. The OpenTelemetry SDK's environment variables set exporter, sampler, propagators and limits."""

    def __init__(self, version: str) -> None:
        resource = Resource.create({SERVICE_VERSION: version})
        if str(resource.attributes.get(SERVICE_NAME, "")).startswith("unknown_service"):
            resource = resource.merge(Resource({SERVICE_NAME: "clio"}))
        self._provider: Final = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OutageLoggingExporter(OTLPSpanExporter())))
        self.tracer: Final = self._provider.get_tracer("clio", version)

    def begin(self, call: Call, headers: Headers) -> None:
        """Starts the span of a call, as a child of the caller's span if there is one."""
        metadata = {key: value for key, value in headers if isinstance(value, str)}
        span = self.tracer.start_span(
            call.method,
            context=propagate.extract(metadata),
            kind=SpanKind.SERVER,
            attributes={"rpc.system": "grpc", "rpc.method": call.method},
        )
        call.span = span
        call.trace_id = trace.format_trace_id(span.get_span_context().trace_id)
        contexts.attach(trace.set_span_in_context(span))

    def end(self, call: Call, code: str) -> None:
        """Ends the span of a call; an observer of calls."""
        span = call.span
        if not isinstance(span, Span):
            return
        if span.is_recording():
            span.set_attribute("rpc.grpc.status", code)
            for name, value in ((_MATCH, call.match_id), ("clio.reason", call.reason), ("clio.seat", call.seat)):
                if value not in ("", None):
                    span.set_attribute(name, value)
            if code in SERVER_FAULTS:
                span.set_status(StatusCode.ERROR, call.reason)
        span.end()

    def referee(self, *given: Any, **more: Any) -> Referee:  # noqa: ANN401 (those of the referee)
        """Builds a referee that traces its decisions."""
        return _TracedReferee(self.tracer, *given, **more)

    def writer(self, *given: Any, **more: Any) -> GroupCommitWriter:  # noqa: ANN401 (those of the writer)
        """Builds a writer that traces its commits."""
        return _TracedWriter(self.tracer, *given, **more)

    def matches(self, *given: Any, **more: Any) -> MatchService:  # noqa: ANN401 (those of the matches)
        """Builds a match service whose commands keep the trace context of their call."""
        return _TracedMatches(*given, **more)

    def close(self) -> None:
        """Exports pending spans, within the SDK's timeout."""
        self._provider.shutdown()


class _TracedMatches(MatchService):
    def submit(self, job: CommandRequest) -> None:
        """Submits with the trace context."""
        cause, command_for = contexts.get_current(), job.command_for

        def understood(match: Match) -> Command:
            _CAUSE.set(cause)
            return command_for(match)

        job.command_for = understood
        super().submit(job)


class _TracedReferee(Referee):
    def __init__(self, tracer: Tracer, *given: Any, **more: Any) -> None:  # noqa: ANN401 (those of the referee)
        super().__init__(*given, **more)
        self._tracer: Final = tracer

    def judge(self, match: Match, command: Command, request: str, at: str) -> Decision | Rejection:
        """Decides a command inside a span."""
        about = {_MATCH: match.id, "clio.game": match.game.name, "clio.command": type(command).__name__}
        with self._tracer.start_as_current_span("judge", context=_CAUSE.get(), attributes=about) as span:
            decision = super().judge(match, command, request, at)
            if isinstance(decision, Rejection):
                span.set_attribute("clio.rule", decision.rule)
            return decision


class _TracedWriter(GroupCommitWriter):
    def __init__(self, tracer: Tracer, *given: Any, **more: Any) -> None:  # noqa: ANN401 (those of the writer)
        super().__init__(*given, **more)
        self._tracer: Final = tracer

    def submit(self, events: Sequence[MatchEvent], on_durable: OnDurable) -> None:
        """Submits with the trace context."""
        about: dict[str, str | int] = {_MATCH: events[0].match_id, "clio.events": len(events)}
        span = self._tracer.start_span("commit", context=_CAUSE.get(), attributes=about)

        def settled(error: Exception | None) -> None:
            if error is not None:
                span.set_status(StatusCode.ERROR, type(error).__name__)
            span.end()
            on_durable(error)

        super().submit(events, settled)

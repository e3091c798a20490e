"""A trace collector: keeps the spans that OpenTelemetry's exporter sends over gRPC."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import grpc
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as pb
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2_grpc as rpc
from opentelemetry.proto.trace.v1.trace_pb2 import Span


class Collector(rpc.TraceServiceServicer):
    def __init__(self) -> None:
        self.port = 0
        self.spans: list[Span] = []
        self.resources: list[dict[str, str]] = []

    def Export(  # noqa: N802 (the contract's name)
        self, request: pb.ExportTraceServiceRequest, _context: grpc.ServicerContext
    ) -> pb.ExportTraceServiceResponse:
        for resource in request.resource_spans:
            self.resources.append({each.key: each.value.string_value for each in resource.resource.attributes})
            self.spans += [span for scope in resource.scope_spans for span in scope.spans]
        return pb.ExportTraceServiceResponse()

    def named(self, name: str) -> list[Span]:
        return [span for span in self.spans if span.name == name]

    def under(self, parent: Span) -> list[str]:
        """The names of the direct children of a span, in order of their start."""
        children = [span for span in self.spans if span.parent_span_id == parent.span_id]
        return [span.name for span in sorted(children, key=lambda span: span.start_time_unix_nano)]


@contextmanager
def collecting() -> Iterator[Collector]:
    """A collector on a free port."""
    collector = Collector()
    server = grpc.server(ThreadPoolExecutor(2))
    rpc.add_TraceServiceServicer_to_server(collector, server)
    collector.port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield collector
    finally:
        server.stop(None).wait(10)


def attributes(span: Span) -> dict[str, object]:
    return {each.key: getattr(each.value, each.value.WhichOneof("value") or "") for each in span.attributes}

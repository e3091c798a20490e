"""The methods that are served over HTTP, by their paths."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, cast

import grpc.aio
from google.protobuf import descriptor_pool, message_factory
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions

from clio.server.app.record_import import LARGEST_RECORD
from clio.server.auth.scopes import SCOPE_OF
from clio.server.http.context import HTTP
from clio.server.http.envelopes import PREFIX_BYTES
from clio.server.rpc.grpc_server import Served
from clio.server.rpc.method_table import Handler
from clio.server.rpc.pipeline import CallPipeline, max_bytes, validating

_BASE64_GROWTH: Final = 4 / 3


class HttpMethod:
    """A method of the contract, behind the pipeline."""

    def __init__(self, path: str, handler: Handler, pipeline: CallPipeline, max_request_bytes: int) -> None:
        descriptor = _descriptor(path)
        self.path: Final = path
        self.request_type: Final = message_factory.GetMessageClass(descriptor.input_type)
        self.response_type: Final = message_factory.GetMessageClass(descriptor.output_type)
        self.client_streams: Final = descriptor.client_streaming
        self.server_streams: Final = descriptor.server_streaming
        self.is_offered: Final = not (self.client_streams and self.server_streams)
        """HTTP/1.1 does not send in both directions at once."""
        self.is_streamed: Final = self.client_streams or self.server_streams
        self.has_no_side_effects: Final = descriptor.GetOptions().idempotency_level == MethodOptions.NO_SIDE_EFFECTS
        self.max_message: Final = max_bytes(path, max_request_bytes)
        """The size of the largest message."""
        self.max_body: Final = (
            int(LARGEST_RECORD * _BASE64_GROWTH) + 1024 * 1024
            if self.client_streams
            else self.max_message + PREFIX_BYTES
        )
        """The size of the largest body."""
        self.handle: Final = _behind(path, handler, pipeline)


def http_methods(services: Iterable[Served], pipeline: CallPipeline, max_request_bytes: int) -> dict[bytes, HttpMethod]:
    """Every method by its path, but for the operator's: those stay on the gRPC port."""
    table = _Table(lambda path, handler: HttpMethod(path, handler, pipeline, max_request_bytes))
    for service in services:
        service.add_to(cast("grpc.aio.Server", table))
    return table.methods


class _Table:
    """Accepts registrations of generated code like a gRPC server."""

    def __init__(self, method: Callable[[str, Handler], HttpMethod]) -> None:
        self._method: Final = method
        self.methods: Final[dict[bytes, HttpMethod]] = {}

    def add_generic_rpc_handlers(self, handlers: object) -> None:
        """Leaves the same handlers out that are registered by their names."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Handler]) -> None:
        """Registers the handlers of a service."""
        for name, handler in handlers.items():
            path = f"/{service}/{name}"
            if SCOPE_OF[path] != "admin":
                self.methods[path.encode()] = self._method(path, handler)


def _descriptor(path: str) -> MethodDescriptor:
    _, service, name = path.split("/")
    return descriptor_pool.Default().FindServiceByName(service).methods_by_name[name]


def _behind(path: str, handler: Handler, pipeline: CallPipeline) -> Callable[[Any, Any], Any]:
    if handler.unary_unary is not None:
        return pipeline.unary(path, HTTP, handler.unary_unary)
    if handler.unary_stream is not None:
        return pipeline.stream(path, HTTP, handler.unary_stream)
    if handler.stream_unary is not None:
        return pipeline.unary(path, HTTP, validating(handler.stream_unary))
    return pipeline.stream(path, HTTP, validating(handler.stream_stream))

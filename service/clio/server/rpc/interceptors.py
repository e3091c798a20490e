"""Wraps the gRPC handlers in the call pipeline."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NoReturn, cast

import grpc
import grpc.aio

from clio.server.app.call_context import Credentials, Headers
from clio.server.errors import ServiceError
from clio.server.rpc.caller import Context, read_credentials
from clio.server.rpc.method_table import Handler, MethodTable
from clio.server.rpc.pipeline import (
    MAX_BYTES_OF_A_BATCH,
    CallPipeline,
    Transport,
    max_bytes,
    safe_deserializer,
    validating,
)
from clio.server.rpc.status import to_status


class GrpcInterceptors:
    """Wraps the handlers of all services."""

    def __init__(self, pipeline: CallPipeline, max_request_bytes: int) -> None:
        self._pipeline: Final = pipeline
        self._max_request_bytes: Final = max_request_bytes

    def before(self, methods: MethodTable) -> grpc.aio.Server:
        """The registry that generated code uses in place of the server."""
        return cast("grpc.aio.Server", _HandlerRegistry(self, methods))

    def behind(self, service: str, handlers: Mapping[str, Handler]) -> dict[str, Handler]:
        """The handlers of a service, each wrapped."""
        return {name: self._wrapped(f"/{service}/{name}", handler) for name, handler in handlers.items()}

    def _wrapped(self, method: str, handler: Handler) -> Handler:
        parse = safe_deserializer(handler.request_deserializer, max_bytes(method, self._max_request_bytes))
        unary, stream = self._pipeline.unary, self._pipeline.stream
        if handler.unary_unary is not None:
            return grpc.unary_unary_rpc_method_handler(
                unary(method, GRPC, handler.unary_unary), parse, _or_bytes(handler.response_serializer)
            )
        if handler.unary_stream is not None:
            return grpc.unary_stream_rpc_method_handler(
                stream(method, GRPC, handler.unary_stream), parse, _or_bytes(handler.response_serializer)
            )
        if handler.stream_unary is not None:
            return grpc.stream_unary_rpc_method_handler(
                unary(method, GRPC, validating(handler.stream_unary)), parse, handler.response_serializer
            )
        return grpc.stream_stream_rpc_method_handler(
            stream(method, GRPC, validating(handler.stream_stream)),
            safe_deserializer(handler.request_deserializer, MAX_BYTES_OF_A_BATCH),
            _or_bytes(handler.response_serializer),
        )


class _HandlerRegistry:
    """Accepts registrations like a server. A gRPC interceptor would be looked up for every call."""

    def __init__(self, interceptors: GrpcInterceptors, methods: MethodTable) -> None:
        self._interceptors = interceptors
        self._methods = methods

    def add_generic_rpc_handlers(self, handlers: object) -> None:
        """Ignores generic handlers: the same methods are registered by name."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Handler]) -> None:
        """Registers the wrapped handlers of a service."""
        self._methods.add_registered_method_handlers(service, self._interceptors.behind(service, handlers))


def _credentials(context: Context) -> Credentials:
    return read_credentials(_headers(context))


def _headers(context: Context) -> Headers:
    return context.invocation_metadata() or ()


def _peer(context: Context) -> str:
    return context.peer()


def _no_timeout(_: Context) -> None:
    """No timeout: gRPC cancels a call at its caller's deadline itself."""


def _abort(context: Context, error: ServiceError) -> Awaitable[NoReturn]:
    aborting: Awaitable[NoReturn] = context.abort_with_status(to_status(error))  # type: ignore[attr-defined]  # not in its stubs
    return aborting


GRPC: Final = Transport(_credentials, _headers, _peer, _no_timeout, _abort)


def _or_bytes(serialise: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    """Lets a handler answer with bytes: watched events are serialised once for all watchers."""
    return lambda message: message if isinstance(message, bytes) else serialise(message)

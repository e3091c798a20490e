"""Wraps gRPC's own services, health and reflection: refuses bytes that are not a message of theirs."""

from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, cast

import grpc
import grpc.aio

from clio.server.rpc.caller import Context
from clio.server.rpc.method_table import Handler, MethodTable
from clio.server.rpc.pipeline import InvalidRequest, safe_deserializer
from clio.server.rpc.status import to_status


def builtin_services(methods: MethodTable, max_request_bytes: int) -> grpc.aio.Server:
    """The registry that their generated code uses in place of the server, which answers invalid bytes with UNKNOWN."""
    return cast("grpc.aio.Server", _BuiltinServices(methods, max_request_bytes))


class _BuiltinServices:
    def __init__(self, methods: MethodTable, max_request_bytes: int) -> None:
        self._methods = methods
        self._max_request_bytes = max_request_bytes

    def add_generic_rpc_handlers(self, handlers: object) -> None:
        """Ignores generic handlers: the same methods are registered by name."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Handler]) -> None:
        """Registers the handlers of a service behind the wrapper."""
        self._methods.add_registered_method_handlers(
            service, {name: self._behind(handler) for name, handler in handlers.items()}
        )

    def _behind(self, handler: Handler) -> Handler:
        parse = safe_deserializer(handler.request_deserializer, self._max_request_bytes)
        if handler.unary_unary is not None:
            return grpc.unary_unary_rpc_method_handler(
                _answering(handler.unary_unary), parse, handler.response_serializer
            )
        if handler.unary_stream is not None:
            return grpc.unary_stream_rpc_method_handler(
                _answering(handler.unary_stream), parse, handler.response_serializer
            )
        return grpc.stream_stream_rpc_method_handler(
            _conversing(handler.stream_stream), parse, handler.response_serializer
        )


def _answering(answer: Callable[[Any, Context], Any]) -> Callable[[Any, Context], Any]:
    async def handle(request: Any, context: Context) -> Any:  # noqa: ANN401 (any message)
        try:
            await _check_valid(request, context)
            return await answer(request, context)
        except grpc.aio.AbortError as aborted:
            # gRPC stores the exception with the call: its frames must not keep both alive.
            raise aborted.with_traceback(None) from None
        finally:
            del request, context

    return handle


def _conversing(answer: Callable[[Any, Context], AsyncIterator[Any]]) -> Callable[[Any, Context], AsyncIterator[Any]]:
    async def handle(requests: AsyncIterator[Any], context: Context) -> AsyncIterator[Any]:
        try:
            async for part in answer(_valid(requests, context), context):
                yield part
        except grpc.aio.AbortError as aborted:
            raise aborted.with_traceback(None) from None
        finally:
            del requests, context

    return handle


async def _valid(requests: AsyncIterator[Any], context: Context) -> AsyncIterator[Any]:
    async for request in requests:
        await _check_valid(request, context)
        yield request


async def _check_valid(request: object, context: Context) -> None:
    if isinstance(request, InvalidRequest):
        await context.abort_with_status(to_status(request.refusal()))  # type: ignore[attr-defined]  # not in its stubs

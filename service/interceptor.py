"""Around every call of ours: limits, the log's context, one log line, and errors as callers should meet them."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, TypeAlias

import grpc
import grpc.aio
import structlog
from google.protobuf.message import DecodeError

from service import errors
from service.callers import Context
from service.errors import ServiceError

OUR_PREFIX: Final = "/clio.v1."
MOST_BYTES_OF_A_BATCH: Final = 1024 * 1024
"""A message of a stream holds many requests."""
log = structlog.get_logger()

Handler: TypeAlias = Any
"""A ``grpc.RpcMethodHandler``; it is generic for type checkers only."""
Unary = Callable[[Any, Context], Awaitable[Any]]
Stream = Callable[[Any, Context], AsyncIterator[Any]]


class CallInterceptor(grpc.aio.ServerInterceptor):  # type: ignore[type-arg]  # generic in its stubs only
    """Wraps the handlers of clio.v1; health and reflection pass untouched."""

    def __init__(self, call_seconds: float, max_request_bytes: int) -> None:
        self._call_seconds: Final = call_seconds
        self._max_request_bytes: Final = max_request_bytes
        self._wrapped: Final[dict[str, Handler]] = {}

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler:
        """See ``grpc.aio.ServerInterceptor``."""
        handler = await continuation(handler_call_details)
        method = handler_call_details.method
        if handler is None or not method.startswith(OUR_PREFIX):
            return handler
        wrapped = self._wrapped.get(method)
        if wrapped is None:
            wrapped = self._wrapped[method] = self._wrap(method, handler)
        return wrapped

    def _wrap(self, method: str, handler: Handler) -> Handler:
        parse = self._guarded(handler.request_deserializer, self._max_request_bytes)
        if handler.unary_unary is not None:
            return grpc.unary_unary_rpc_method_handler(
                self._unary(method, handler.unary_unary), parse, handler.response_serializer
            )
        if handler.unary_stream is not None:
            return grpc.unary_stream_rpc_method_handler(
                _stream(method, handler.unary_stream), parse, _or_bytes(handler.response_serializer)
            )
        if handler.stream_unary is not None:
            return grpc.stream_unary_rpc_method_handler(
                self._gathering(method, handler.stream_unary), parse, handler.response_serializer
            )
        return grpc.stream_stream_rpc_method_handler(
            _stream(method, _reading_soundly(handler.stream_stream)),
            self._guarded(handler.request_deserializer, MOST_BYTES_OF_A_BATCH),
            handler.response_serializer,
        )

    def _guarded(self, parse: Callable[[bytes], Any], most: int) -> Callable[[bytes], Any]:
        """A deserializer that hands errors on as values: grpc would call them INTERNAL."""

        def guarded(data: bytes) -> object:
            if len(data) > most:
                return errors.too_large(len(data), most)
            try:
                return parse(data)
            except DecodeError:
                return errors.malformed("The request is not a message of this kind.")

        return guarded

    def _unary(self, method: str, call: Unary) -> Unary:
        async def handle(request: Any, context: Context) -> Any:  # noqa: ANN401 (any message)
            async with _Call(method, request, context):
                async with asyncio.timeout(self._call_seconds):
                    return await call(_sound(request), context)

        return handle

    def _gathering(self, method: str, call: Unary) -> Unary:
        async def handle(parts: Any, context: Context) -> Any:  # noqa: ANN401 (any messages)
            async with _Call(method, None, context):
                async with asyncio.timeout(self._call_seconds):
                    return await call(_sound_parts(parts), context)

        return handle


async def _sound_parts(parts: AsyncIterator[Any]) -> AsyncIterator[Any]:
    async for part in parts:
        yield _sound(part)


def _stream(method: str, call: Stream) -> Stream:
    async def handle(request: Any, context: Context) -> AsyncIterator[Any]:  # noqa: ANN401 (any message)
        async with _Call(method, request, context):
            async for part in call(_sound(request), context):
                yield part

    return handle


def _or_bytes(serialise: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    """Lets a stream yield messages that are bytes already: watched events are serialised once for all watchers."""
    return lambda message: message if isinstance(message, bytes) else serialise(message)


def _reading_soundly(call: Stream) -> Stream:
    """Lets a handler of a stream of requests meet only sound ones."""
    return lambda requests, context: call(_sound_parts(requests), context)


def _sound(request: Any) -> Any:  # noqa: ANN401 (any message)
    if isinstance(request, ServiceError):
        raise request
    return request


class _Call:
    """One call: binds the log's context, turns exceptions into statuses, logs one line at the end."""

    def __init__(self, method: str, request: object, context: Context) -> None:
        self._method = method.rpartition("/")[2]
        self._request = request
        self._context = context
        self._started = 0.0

    async def __aenter__(self) -> None:
        self._started = time.perf_counter()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(
            match_id=getattr(self._request, "match_id", ""), request_id=getattr(self._request, "request_id", "")
        )

    async def __aexit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if error is None:
            self._log("OK")
            return
        if isinstance(error, asyncio.CancelledError | GeneratorExit | grpc.aio.AbortError):
            self._log("CANCELLED")
            return
        told = self._told(error)
        self._log(told.code.name, reason=told.reason)
        await self._context.abort_with_status(told.to_status())  # type: ignore[attr-defined]  # not in its stubs

    def _told(self, error: BaseException) -> ServiceError:
        if isinstance(error, ServiceError):
            return error
        if isinstance(error, TimeoutError):
            return errors.took_too_long()
        log.error("call.failed", method=self._method, exc_info=error)
        return errors.internal()

    def _log(self, code: str, **more: str) -> None:
        elapsed = round((time.perf_counter() - self._started) * 1000, 2)
        log.info("call", method=self._method, code=code, ms=elapsed, **more)

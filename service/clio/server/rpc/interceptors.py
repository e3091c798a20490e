"""Wraps every RPC handler: validates the request, authorises the caller, maps errors to statuses."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, NoReturn, cast

import grpc
import grpc.aio
import structlog
from google.protobuf.message import DecodeError

from clio.server import errors
from clio.server.app.call_context import Begin, Call, Check, CheckFor, Guard, GuardFor, Observer
from clio.server.errors import ServiceError
from clio.server.rpc.caller import Context, read_credentials
from clio.server.rpc.deadlines import Deadlines
from clio.server.rpc.method_table import Handler, MethodTable
from clio.server.rpc.status import RpcStatus, to_status

MAX_BYTES_OF_A_BATCH: Final = 1024 * 1024
"""A message of a stream holds many requests."""

Unary = Callable[[Any, Context], Awaitable[Any]]
Stream = Callable[[Any, Context], AsyncIterator[Any]]


class RpcPipeline:
    """Wraps the handlers of all services; built after logging is configured."""

    def __init__(  # noqa: PLR0913 (all that surrounds a call)
        self,
        call_seconds: float,
        max_request_bytes: int,
        check_for: CheckFor = lambda _: None,
        observers: Sequence[Observer] = (),
        *,
        on_begin: Begin | None = None,
        guard_for: GuardFor = lambda _: None,
    ) -> None:
        self._max_request_bytes: Final = max_request_bytes
        self._check_for: Final = check_for
        self._guard_for: Final = guard_for
        self._on_begin: Final = on_begin
        self._deadlines: Final = Deadlines(call_seconds)
        self.open_streams: Final[Counter[str]] = Counter()
        """How many streams of each method are open."""
        self._log: Final = structlog.get_logger().bind()
        logged = [self._log_line] if self._log.is_enabled_for(logging.INFO) else []
        self._observers: Final[list[Observer]] = [*logged, *observers]

    def before(self, methods: MethodTable) -> grpc.aio.Server:
        """Where generated code registers handlers instead of at the server itself."""
        return cast("grpc.aio.Server", _HandlerRegistry(self, methods))

    def behind(self, service: str, handlers: Mapping[str, Handler]) -> dict[str, Handler]:
        """The handlers of a service, each wrapped."""
        return {name: self._wrapped(f"/{service}/{name}", handler) for name, handler in handlers.items()}

    def _wrapped(self, method: str, handler: Handler) -> Handler:
        parse = safe_deserializer(handler.request_deserializer, self._max_request_bytes)
        check, guard = self._check_for(method), self._guard_for(method)
        name = method.rpartition("/")[2]
        if handler.unary_unary is not None:
            return grpc.unary_unary_rpc_method_handler(
                self._unary(name, check, handler.unary_unary, guard), parse, handler.response_serializer
            )
        if handler.unary_stream is not None:
            return grpc.unary_stream_rpc_method_handler(
                self._stream(name, check, handler.unary_stream, guard), parse, _or_bytes(handler.response_serializer)
            )
        if handler.stream_unary is not None:
            return grpc.stream_unary_rpc_method_handler(
                self._unary(name, check, _validating(handler.stream_unary)), parse, handler.response_serializer
            )
        return grpc.stream_stream_rpc_method_handler(
            self._stream(name, check, _validating(handler.stream_stream)),
            safe_deserializer(handler.request_deserializer, MAX_BYTES_OF_A_BATCH),
            _or_bytes(handler.response_serializer),
        )

    def _unary(self, method: str, check: Check | None, answer: Unary, guard: Guard | None = None) -> Unary:
        begin, end, observers = self._deadlines.begin, self._deadlines.end, self._observers
        on_begin = self._on_begin

        async def handle(request: Any, context: Context) -> Any:  # noqa: ANN401 (any message)
            metadata = context.invocation_metadata() or ()
            call = Call(method, request, read_credentials(metadata), context.peer())
            begin(call)
            try:
                if on_begin is not None:
                    on_begin(call, metadata)
                _check_valid(request)
                if check is not None:
                    check(call)
                if guard is not None and call.match_id and (left := guard(call)) is not None:
                    await left
                response = await answer(request, context)
            except BaseException as error:
                end(call)
                status = self._status(call, error)
                if status is None:
                    raise
                await _abort(context, status)
            else:
                end(call)
                for observe in observers:
                    observe(call, "OK")
                return response
            finally:
                call.over()
                # gRPC keeps the exception of a refused call beside the call: its frames must not keep both.
                del request, context, call

        return handle

    def _stream(self, method: str, check: Check | None, answer: Stream, guard: Guard | None = None) -> Stream:
        streams, on_begin = self.open_streams, self._on_begin

        async def handle(request: Any, context: Context) -> AsyncIterator[Any]:  # noqa: ANN401 (any message)
            metadata = context.invocation_metadata() or ()
            call = Call(method, request, read_credentials(metadata), context.peer())
            call.task = asyncio.current_task()
            streams[method] += 1
            try:
                if on_begin is not None:
                    on_begin(call, metadata)
                _check_valid(request)
                if check is not None:
                    check(call)
                if guard is not None and call.match_id and (left := guard(call)) is not None:
                    await left
                async for part in answer(request, context):
                    yield part
            except BaseException as error:
                status = self._status(call, error)
                if status is None:
                    raise
                await _abort(context, status)
            else:
                self._notify(call, "OK")
            finally:
                streams[method] -= 1
                call.over()
                del request, context, call

        return handle

    def _status(self, call: Call, error: BaseException) -> RpcStatus | None:
        """What the caller is told; None where it is gone."""
        if (call.overdue or call.ending) and isinstance(error, asyncio.CancelledError) and call.task is not None:
            call.task.uncancel()
        elif isinstance(error, asyncio.CancelledError | GeneratorExit | grpc.aio.AbortError):
            self._notify(call, "CANCELLED")
            return None
        refusal = self._service_error(call, error)
        call.reason = refusal.reason
        self._notify(call, refusal.kind.name)
        # The frames that it passed keep the call, and gRPC keeps it beside the call.
        error.__traceback__ = error.__context__ = error.__cause__ = None
        return to_status(refusal)

    def _service_error(self, call: Call, error: BaseException) -> ServiceError:
        if isinstance(error, ServiceError):
            return error
        if call.ending is not None:
            return call.ending
        if call.overdue or isinstance(error, TimeoutError):
            return errors.took_too_long()
        self._log.error("call.failed", method=call.method, exc_info=error)
        return errors.internal()

    def _notify(self, call: Call, code: str) -> None:
        for observe in self._observers:
            observe(call, code)

    def _log_line(self, call: Call, code: str) -> None:
        more = {"reason": call.reason} if call.reason else {}
        self._log.info("call", method=call.method, code=code, ms=round(call.seconds * 1000, 2), **more)


class _HandlerRegistry:
    """Accepts registrations like a server. A gRPC interceptor would be looked up for every call."""

    def __init__(self, pipeline: RpcPipeline, methods: MethodTable) -> None:
        self._pipeline = pipeline
        self._methods = methods

    def add_generic_rpc_handlers(self, handlers: object) -> None:
        """Leaves the same handlers out that are registered by their names."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Handler]) -> None:
        """Registers the wrapped handlers of a service."""
        self._methods.add_registered_method_handlers(service, self._pipeline.behind(service, handlers))


class InvalidRequest(NamedTuple):
    """Stands for a message that cannot be parsed. Not the error itself, which would keep its frames alive."""

    refusal: Callable[[], ServiceError]


def safe_deserializer(parse: Callable[[bytes], Any], most: int) -> Callable[[bytes], Any]:
    """A deserializer that returns errors as values: gRPC would map them to INTERNAL."""

    def parsed(data: bytes) -> object:
        if len(data) > most:
            return InvalidRequest(partial(errors.too_large, len(data), most))
        try:
            return parse(data)
        except DecodeError:
            return InvalidRequest(partial(errors.malformed, "The request cannot be decoded."))

    return parsed


def _abort(context: Context, status: RpcStatus) -> Awaitable[NoReturn]:
    aborting: Awaitable[NoReturn] = context.abort_with_status(status)  # type: ignore[attr-defined]  # not in its stubs
    return aborting


def _or_bytes(serialise: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    """Lets a stream yield messages that are bytes already: watched events are serialised once for all watchers."""
    return lambda message: message if isinstance(message, bytes) else serialise(message)


def _validating(call: Callable[[Any, Context], Any]) -> Callable[[Any, Context], Any]:
    """Passes only valid requests to the handler of a request stream."""
    return lambda requests, context: call(_valid_parts(requests), context)


async def _valid_parts(parts: AsyncIterator[Any]) -> AsyncIterator[Any]:
    async for part in parts:
        _check_valid(part)
        yield part


def _check_valid(message: object) -> None:
    if isinstance(message, InvalidRequest):
        raise message.refusal()

"""The call pipeline of all transports: validates requests, authorises callers, applies deadlines, observes results.

A transport gives the accessors of its call contexts; everything else is the same for gRPC and HTTP.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, NoReturn

import structlog
from google.protobuf.message import DecodeError

from clio.kernel.missing_game import GameNotInstalledError
from clio.server import errors
from clio.server.app.call_context import Begin, Call, CheckFor, Credentials, GuardFor, Headers, Observer
from clio.server.errors import ServiceError
from clio.server.rpc.deadlines import Deadlines

MAX_BYTES_OF_A_BATCH: Final = 1024 * 1024
"""The largest message that holds many requests, or a file."""
BATCHES: Final = frozenset(
    {
        "/clio.v1.MatchService/PlayBatch",
        "/clio.v1.ArchiveService/UploadRecord",
        "/clio.v1.ArchiveService/VerifyRecord",
    }
)
"""The unary methods with requests of that size."""

Unary = Callable[[Any, Any], Awaitable[Any]]
Stream = Callable[[Any, Any], AsyncIterator[Any]]


class Transport(NamedTuple):
    """How the pipeline reads a transport's call context, and ends a call with an error."""

    credentials: Callable[[Any], Credentials]
    headers: Callable[[Any], Headers]
    peer: Callable[[Any], str]
    timeout: Callable[[Any], float | None]
    """The caller's own deadline in seconds; None where there is none, or where the transport applies it itself."""
    abort: Callable[[Any, ServiceError], Awaitable[NoReturn]]
    """Always raises."""


class CallPipeline:
    """Wraps the handlers of all services; built after logging is configured."""

    def __init__(
        self,
        call_seconds: float,
        check_for: CheckFor = lambda _: None,
        observers: Sequence[Observer] = (),
        on_begin: Begin | None = None,
        guard_for: GuardFor = lambda _: None,
    ) -> None:
        self._check_for: Final = check_for
        self._guard_for: Final = guard_for
        self._on_begin: Final = on_begin
        self._deadlines: Final = Deadlines(call_seconds)
        self.open_streams: Final[Counter[str]] = Counter()
        """How many streams of each method are open."""
        self._log: Final = structlog.get_logger().bind()
        logged = [self._log_line] if self._log.is_enabled_for(logging.INFO) else []
        self._observers: Final[list[Observer]] = [*logged, *observers]

    def unary(self, method: str, transport: Transport, answer: Unary) -> Unary:
        """Wraps the handler of a method, ``/clio.v1.Service/Method``, that answers with one message."""
        begin, end, observers = self._deadlines.begin, self._deadlines.end, self._observers
        check, guard, on_begin = self._check_for(method), self._guard_for(method), self._on_begin
        name = method.rpartition("/")[2]

        async def handle(request: Any, context: Any) -> Any:  # noqa: ANN401 (any message, any transport)
            call = Call(name, request, transport.credentials(context), transport.peer(context))
            begin(call)
            timeout = transport.timeout(context)
            if timeout is not None:
                call.expire_after(timeout)
            try:
                if on_begin is not None:
                    on_begin(call, transport.headers(context))
                check_valid(request)
                if check is not None:
                    check(call)
                if guard is not None and call.match_id and (left := guard(call)) is not None:
                    await left
                response = await answer(request, context)
            except BaseException as error:
                end(call)
                refusal = self._refusal(call, error)
                if refusal is None:
                    raise
                await transport.abort(context, refusal)
            else:
                end(call)
                for observe in observers:
                    observe(call, "OK")
                return response
            finally:
                call.over()
                # gRPC stores the exception with the call: its frames must not keep both alive.
                del request, context, call

        return handle

    def stream(self, method: str, transport: Transport, answer: Stream) -> Stream:
        """Wraps the handler of a method that answers with a stream of messages."""
        streams, on_begin = self.open_streams, self._on_begin
        check, guard = self._check_for(method), self._guard_for(method)
        name = method.rpartition("/")[2]

        async def handle(request: Any, context: Any) -> AsyncIterator[Any]:  # noqa: ANN401 (any message, any transport)
            call = Call(name, request, transport.credentials(context), transport.peer(context))
            call.task = asyncio.current_task()
            timeout = transport.timeout(context)
            if timeout is not None:
                call.expire_after(timeout)
            streams[name] += 1
            try:
                if on_begin is not None:
                    on_begin(call, transport.headers(context))
                check_valid(request)
                if check is not None:
                    check(call)
                if guard is not None and call.match_id and (left := guard(call)) is not None:
                    await left
                async for part in answer(request, context):
                    yield part
            except BaseException as error:
                refusal = self._refusal(call, error)
                if refusal is None:
                    raise
                await transport.abort(context, refusal)
            else:
                self._notify(call, "OK")
            finally:
                streams[name] -= 1
                call.over()
                del request, context, call

        return handle

    def _refusal(self, call: Call, error: BaseException) -> ServiceError | None:
        """The error that the caller gets; None where the caller is gone."""
        if (call.overdue or call.ending) and isinstance(error, asyncio.CancelledError) and call.task is not None:
            call.task.uncancel()
        elif isinstance(error, asyncio.CancelledError | GeneratorExit):
            self._notify(call, "CANCELLED")
            return None
        refusal = self._service_error(call, error)
        call.reason = refusal.reason
        self._notify(call, refusal.kind.name)
        # Its frames refer to the call, and gRPC stores it with the call: a reference cycle.
        error.__traceback__ = error.__context__ = error.__cause__ = None
        return refusal

    def _service_error(self, call: Call, error: BaseException) -> ServiceError:
        if isinstance(error, ServiceError):
            return error
        if isinstance(error, GameNotInstalledError):
            return errors.refused(error.rejection)
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


class InvalidRequest(NamedTuple):
    """Marks a message that cannot be parsed. Not the error itself, which would keep its frames alive."""

    refusal: Callable[[], ServiceError]


def max_bytes(method: str, max_request_bytes: int) -> int:
    """The size of the largest request of a unary method."""
    return max(MAX_BYTES_OF_A_BATCH, max_request_bytes) if method in BATCHES else max_request_bytes


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


def validating(call: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Passes only valid requests to the handler of a request stream."""
    return lambda requests, context: call(_valid_parts(requests), context)


async def _valid_parts(parts: AsyncIterator[Any]) -> AsyncIterator[Any]:
    async for part in parts:
        check_valid(part)
        yield part


def check_valid(message: object) -> None:
    """Raises the error of a message that could not be parsed."""
    if isinstance(message, InvalidRequest):
        raise message.refusal()

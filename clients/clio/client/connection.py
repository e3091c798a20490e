"""The connection to a server: every call has a deadline, credentials and retries."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, Protocol, TypeVar

import grpc
import grpc.aio

from clio.client.credentials import Credentials, Metadata
from clio.client.errors import UnreachableError, from_rpc
from clio.client.retry import RetryPolicy, repeated
from clio.client.routing import match_header

Request_contra = TypeVar("Request_contra", contravariant=True)
Response_co = TypeVar("Response_co", covariant=True)
Request = TypeVar("Request")
Response = TypeVar("Response")

CONNECT_SECONDS: Final = 10.0
SILENCE_SECONDS: Final = 60.0
"""The longest silence on a stream that has heartbeats."""
_OPTIONS: Final = (
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.initial_reconnect_backoff_ms", 100),
    # How long one attempt may take: a handshake over a slow network takes its time.
    ("grpc.min_reconnect_backoff_ms", 5_000),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    ("grpc.enable_retries", 0),
    # A proxy set for the web must not swallow calls to this machine.
    ("grpc.enable_http_proxy", 0),
)


class UnaryCall(Protocol[Request_contra, Response_co]):
    """A call with one answer, as the generated stubs have it."""

    def __call__(
        self, request: Request_contra, /, *, timeout: float | None = None, metadata: Metadata | None = None
    ) -> Awaitable[Response_co]:
        """Calls."""


class MatchUse(Protocol):
    """A hook that the client runs before a call about a match."""

    async def __call__(self, match_id: str, *, timeout: float | None) -> None:
        """Runs the hook."""


class Connection:
    """A channel to a server, with credentials, deadlines and retries. It connects with the first call."""

    def __init__(self, address: str, credentials: Credentials, retries: RetryPolicy, call_seconds: float) -> None:
        self._channel: Final = credentials.channel(address, _OPTIONS)
        self._closed = False
        self.retries: Final = retries
        self.invite = credentials.invite
        self.before_use: MatchUse | None = None
        """Called before every call that names a match."""
        self._credentials: Final = credentials
        self._call_seconds: Final = call_seconds

    @property
    def channel(self) -> grpc.aio.Channel:
        """The channel; a stub of a closed one would end the process."""
        if self._closed:
            raise RuntimeError("the client is closed")
        return self._channel

    async def close(self) -> None:
        """Closes the channel and all its streams."""
        self._closed = True
        await self._channel.close(None)

    def metadata(self, token: str | None = None) -> Metadata:
        """The metadata of a call."""
        shown = (("x-clio-invite", self.invite),) if self.invite else ()
        return self._credentials.metadata(token) + shown

    async def ask(
        self,
        call: UnaryCall[Request, Response],
        request: Request,
        token: str | None = None,
        *,
        timeout: float | None = None,
    ) -> Response:
        """Makes a call, after what the client has to do in the match that it names."""
        if self.before_use is not None and (match_id := getattr(request, "match_id", "")):
            await self.before_use(match_id, timeout=timeout)
        return await self.ask_only(call, request, token, timeout=timeout)

    async def ask_only(
        self,
        call: UnaryCall[Request, Response],
        request: Request,
        token: str | None = None,
        *,
        timeout: float | None = None,
    ) -> Response:
        """Makes a call and no other; retries it after passing failures. ``timeout`` holds for each attempt."""
        seconds = self._call_seconds if timeout is None else checked_timeout(timeout)
        attempt: Callable[[], Awaitable[Response]] = lambda: call(  # noqa: E731 (typed: the stubs answer loosely)
            request, timeout=seconds, metadata=self.metadata(token) + match_header(request)
        )
        return await repeated(attempt, self.retries)

    async def read_until(
        self,
        call: Any,  # noqa: ANN401 (any stream of the contract)
        request: Any,  # noqa: ANN401
        token: str | None,
        is_last: Callable[[Any], bool],
        *,
        timeout: float | None = None,
    ) -> list[Any]:
        """The parts of a stream up to the one that is the last; retried as a call is, ``timeout`` for each attempt."""
        seconds = self._call_seconds if timeout is None else checked_timeout(timeout)

        async def attempt() -> list[Any]:
            parts: list[Any] = []
            stream = call(request, timeout=seconds, metadata=self.metadata(token) + match_header(request))
            try:
                async for part in stream:
                    parts.append(part)
                    if is_last(part):
                        break
            finally:
                stream.cancel()
            return parts

        return await repeated(attempt, self.retries)

    async def stream(
        self,
        call: Any,  # noqa: ANN401 (any stream of the contract)
        request: Any,  # noqa: ANN401
        token: str | None = None,
        *,
        timeout: float | None = None,
    ) -> AsyncIterator[Any]:
        """The parts of a stream; ``timeout`` is the longest time between two. Cancelled when the caller stops."""
        seconds = None if timeout is None else checked_timeout(timeout)
        stream = call(request, metadata=self.metadata(token) + match_header(request))
        parts = aiter(stream)
        try:
            while True:
                async with asyncio.timeout(seconds):
                    part = await anext(parts)
                yield part
        except StopAsyncIteration:
            return
        except grpc.aio.AioRpcError as error:
            raise from_rpc(error) from error
        except TimeoutError as error:
            raise silent() from error
        finally:
            stream.cancel()

    async def connected(self, timeout: float | None = None) -> None:
        """A stream is not tried again as other calls are: over a slow network the first attempts to connect fail."""
        try:
            await asyncio.wait_for(self.channel.channel_ready(), CONNECT_SECONDS if timeout is None else timeout)
        except TimeoutError as error:
            unavailable = grpc.StatusCode.UNAVAILABLE
            raise UnreachableError(unavailable, unavailable.name, "The server cannot be reached.") from error


def checked_timeout(seconds: float) -> float:
    """A timeout as gRPC understands it: 0 would be none at all."""
    if seconds <= 0:
        raise ValueError("a timeout is more than 0 seconds")
    return seconds


def silent() -> UnreachableError:
    """A stream on which nothing came for too long."""
    return UnreachableError(grpc.StatusCode.DEADLINE_EXCEEDED, "SILENCE", "The server says nothing any more.")

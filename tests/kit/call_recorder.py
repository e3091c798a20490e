"""Records the method and metadata of each call that servers receive, for tests of metadata and of proxies."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import grpc
import grpc.aio
import pytest


class RecordedCall(NamedTuple):
    """One received call."""

    server: int
    method: str
    metadata: tuple[tuple[str, str], ...]

    def values(self, key: str) -> list[str]:
        return [value for name, value in self.metadata if name == key]


class _RecordingInterceptor(grpc.aio.ServerInterceptor):
    def __init__(self, number: int, calls: list[RecordedCall]) -> None:
        self._number = number
        self._calls = calls

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        method = str(handler_call_details.method)
        if method.startswith("/clio.v1."):
            metadata = tuple((str(key), str(value)) for key, value in handler_call_details.invocation_metadata or ())
            self._calls.append(RecordedCall(self._number, method.rpartition("/")[2], metadata))
        return await continuation(handler_call_details)


def record_calls(monkeypatch: pytest.MonkeyPatch) -> list[RecordedCall]:
    """Records all calls of the contract to servers that this process starts from now on."""
    calls: list[RecordedCall] = []
    make, interceptors = grpc.aio.server, []

    def server(*arguments: Any, **options: Any) -> grpc.aio.Server:
        interceptors.append(_RecordingInterceptor(len(interceptors), calls))
        return make(*arguments, interceptors=[interceptors[-1]], **options)

    monkeypatch.setattr(grpc.aio, "server", server)
    return calls

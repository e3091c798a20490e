"""What servers hear of a call before they read its message: for tests of metadata and of proxies."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import grpc
import grpc.aio
import pytest


class Heard(NamedTuple):
    """One call, as it came in."""

    server: int
    method: str
    metadata: tuple[tuple[str, str], ...]

    def values(self, key: str) -> list[str]:
        return [value for name, value in self.metadata if name == key]


class _Ear(grpc.aio.ServerInterceptor):
    def __init__(self, number: int, heard: list[Heard]) -> None:
        self._number = number
        self._heard = heard

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        method = str(handler_call_details.method)
        if method.startswith("/clio.v1."):
            metadata = tuple((str(key), str(value)) for key, value in handler_call_details.invocation_metadata or ())
            self._heard.append(Heard(self._number, method.rpartition("/")[2], metadata))
        return await continuation(handler_call_details)


def listen(monkeypatch: pytest.MonkeyPatch) -> list[Heard]:
    """All calls of the contract that servers hear which are started in this process from now on."""
    heard: list[Heard] = []
    make, ears = grpc.aio.server, []

    def server(*arguments: Any, **options: Any) -> grpc.aio.Server:
        ears.append(_Ear(len(ears), heard))
        return make(*arguments, interceptors=[ears[-1]], **options)

    monkeypatch.setattr(grpc.aio, "server", server)
    return heard

"""The status that the server sent, for calls that stream requests.

``grpc.aio`` overwrites the status of a call with ``INTERNAL``, "Internal error from Core", when a write fails because
the server has already ended the call. The first status that the call had is then the server's.
"""

from collections.abc import Coroutine
from typing import Any, Final, TypeVar

import grpc
import grpc.aio

T = TypeVar("T")


class FirstStatus:
    """Keeps the first status of a call, before a failed write can replace it."""

    def __init__(self, call: Any) -> None:  # noqa: ANN401 (a call of any of the four kinds)
        self._first: grpc.aio.AioRpcError | None = None
        call.add_done_callback(self._keep)

    def of(self, error: grpc.aio.AioRpcError) -> grpc.aio.AioRpcError:
        """The status that the server sent; ``error`` itself unless the library has overwritten it."""
        is_overwritten = error.code() is grpc.StatusCode.INTERNAL and not error.trailing_metadata()
        return self._first if is_overwritten and self._first is not None else error

    def _keep(self, call: Any) -> None:  # noqa: ANN401 (as above)
        code: grpc.StatusCode = _value(call.code())
        if code is not grpc.StatusCode.OK:
            self._first = grpc.aio.AioRpcError(
                code, grpc.aio.Metadata(), _value(call.trailing_metadata()), _value(call.details()), None
            )


async def answer_to(call: Any) -> Any:  # noqa: ANN401 (a call with streamed requests and one response)
    """Awaits the response to streamed requests; raises the status that the server sent."""
    status: Final = FirstStatus(call)
    try:
        return await call
    except grpc.aio.AioRpcError as error:
        raise status.of(error) from None


def _value(ready: Coroutine[Any, Any, T]) -> T:
    """The value of a coroutine that need not wait: a finished call has its status."""
    try:
        ready.send(None)
    except StopIteration as stop:
        value: T = stop.value
        return value
    ready.close()
    raise RuntimeError("a call that is done has no status")

"""Retries of failed calls, with back-off."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeVar

import grpc
import grpc.aio

from clio.client.errors import ClioError, RateLimitError, from_rpc

T = TypeVar("T")

PASSING: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        # The status of a call to a server that shuts down; a cancellation of our own is not an RPC error.
        grpc.StatusCode.CANCELLED,
    }
)
"""Transient failures; every call is safe to repeat, because it carries its request id."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Exponential back-off with full jitter, so that many clients do not come back all at once."""

    attempts: int = 5
    first_seconds: float = 0.1
    max_seconds: float = 2.0
    patience_seconds: float = 10.0
    """The longest server-requested delay that is honoured."""

    def pause(self, failures: int) -> float:
        """The delay after a number of consecutive failures."""
        longest = min(self.max_seconds, self.first_seconds * 2 ** min(failures - 1, 30))
        return random.uniform(longest / 2, longest)  # noqa: S311 (spreads load, guards nothing)

    def pause_after(self, error: ClioError, failures: int) -> float | None:
        """The delay after a failure; None where a retry is useless."""
        if failures >= self.attempts:
            return None
        if isinstance(error, RateLimitError) and 0 < (error.retry_after or 0) <= self.patience_seconds:
            return max(error.retry_after or 0.0, self.pause(failures))
        return self.pause(failures) if error.code in PASSING else None


async def repeated(call: Callable[[], Awaitable[T]], retries: RetryPolicy) -> T:
    """Makes a call, with retries of transient failures."""
    failures = 0
    while True:
        try:
            return await call()
        except grpc.aio.AioRpcError as error:
            failures += 1
            failure = from_rpc(error)
            pause = retries.pause_after(failure, failures)
            if pause is None:
                raise failure from error
        await asyncio.sleep(pause)

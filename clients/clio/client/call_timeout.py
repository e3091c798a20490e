"""The timeout of single calls, where it differs from the client's."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_SECONDS: Final[ContextVar[float | None]] = ContextVar("clio_call_timeout", default=None)


@contextmanager
def call_timeout(seconds: float | None) -> Iterator[None]:
    """Gives the calls inside this timeout, for each attempt; None leaves the timeout as it is."""
    if seconds is None:
        yield
        return
    if seconds <= 0:
        # gRPC takes 0 for no timeout at all.
        raise ValueError("a timeout is more than 0 seconds")
    token = _SECONDS.set(seconds)
    try:
        yield
    finally:
        _SECONDS.reset(token)


def timeout_or(default: float) -> float:
    """The timeout of a call that is about to be made."""
    chosen = _SECONDS.get()
    return default if chosen is None else chosen

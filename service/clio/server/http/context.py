"""The context of a call over HTTP: its credentials, its caller's address and its deadline."""

from typing import Final, NoReturn

from clio.server.app.call_context import Credentials, Headers
from clio.server.errors import ServiceError
from clio.server.http.exchange import Exchange
from clio.server.rpc.pipeline import Transport

_MAX_TIMEOUT_DIGITS: Final = 10


class RefusedError(Exception):
    """A call that ends with an error."""

    def __init__(self, error: ServiceError) -> None:
        super().__init__(error.reason)
        self.error: Final = error


class HttpContext:
    """What the pipeline reads of a call."""

    __slots__ = ("exchange", "timeout")

    def __init__(self, exchange: Exchange) -> None:
        self.exchange: Final = exchange
        self.timeout = _timeout(exchange.headers.get(b"connect-timeout-ms"))
        """The caller's deadline in seconds; None without one, negative for one that cannot be read."""

    @property
    def has_bad_timeout(self) -> bool:
        """Whether the deadline cannot be read."""
        return self.timeout is not None and self.timeout < 0


def _timeout(value: bytes | None) -> float | None:
    if value is None:
        return None
    return int(value) / 1_000 if value.isdigit() and len(value) <= _MAX_TIMEOUT_DIGITS else -1.0


def _credentials(context: HttpContext) -> Credentials:
    headers = context.exchange.headers
    scheme, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    return Credentials(
        token.strip() if scheme.lower() == "bearer" else "",
        headers.get(b"x-clio-key", b"").decode("latin-1"),
        headers.get(b"x-forwarded-for", b"").decode("latin-1"),
        headers.get(b"x-clio-invite", b"").decode("latin-1"),
        headers.get(b"x-clio-seat", b"").decode("latin-1"),
    )


def _headers(context: HttpContext) -> Headers:
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in context.exchange.headers.items()]


def _peer(context: HttpContext) -> str:
    return context.exchange.peer


def _caller_timeout(context: HttpContext) -> float | None:
    return context.timeout


async def _abort(_: HttpContext, error: ServiceError) -> NoReturn:
    raise RefusedError(error) from None


HTTP: Final = Transport(_credentials, _headers, _peer, _caller_timeout, _abort)

"""The context of a call over HTTP: its credentials, its caller's address and its deadline."""

from typing import Final, NoReturn

from clio.server.app.call_context import Credentials, Headers, token_of
from clio.server.errors import ServiceError
from clio.server.http.exchange import Exchange
from clio.server.rpc.pipeline import Transport

_MAX_TIMEOUT_DIGITS: Final = 10
_NAMES: Final = (b"x-clio-key", b"x-forwarded-for", b"x-clio-invite", b"x-clio-seat")
"""Headers with credentials beside the token; most calls have none of them."""
_OTHERS: Final = frozenset(_NAMES)


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
    authorization = headers.get(b"authorization")
    token = "" if authorization is None else token_of(authorization.decode("latin-1"))
    if _OTHERS.isdisjoint(headers):
        return Credentials(token)
    key, forwarded, invite, seat = (headers.get(name, b"").decode("latin-1") for name in _NAMES)
    return Credentials(token, key, forwarded, invite, seat)


def _headers(context: HttpContext) -> Headers:
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in context.exchange.headers.items()]


def _peer(context: HttpContext) -> str:
    return context.exchange.peer


def _caller_timeout(context: HttpContext) -> float | None:
    return context.timeout


async def _abort(_: HttpContext, error: ServiceError) -> NoReturn:
    raise RefusedError(error) from None


HTTP: Final = Transport(_credentials, _headers, _peer, _caller_timeout, _abort)

"""Routes requests: methods of the contract, health checks, the OpenAPI document, the web app."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

import msgspec
import structlog

from clio.server import errors
from clio.server.http import http_errors
from clio.server.http.connect import ConnectProtocol
from clio.server.http.connections import Connections
from clio.server.http.exchange import Exchange
from clio.server.http.http_errors import HttpError
from clio.server.http.methods import HttpMethod
from clio.server.http.openapi import openapi_document
from clio.server.http.web_files import WebFiles
from clio.server.observability.version import clio_version

_MAX_BODY: Final = 64 * 1024
"""Of a request for something that takes no body."""
_MAX_PATH: Final = 100
_PLAIN: Final = (
    b"content-type: text/plain; charset=utf-8\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n"
)
log = structlog.get_logger()


class HttpApplication:
    """Answers every request of an HTTP port."""

    def __init__(
        self,
        methods: Mapping[bytes, HttpMethod],
        connect: ConnectProtocol,
        connections: Connections,
        is_ready: Callable[[], bool],
        web: WebFiles,
    ) -> None:
        self._methods: Final = methods
        self._connect: Final = connect
        self.connections: Final = connections
        self._is_ready: Final = is_ready
        self._web: Final = web
        self._openapi = b""

    def admit(self, exchange: Exchange) -> None:
        """Finds the method of a request, which says how large its body may be and whether it is streamed."""
        method = self._methods.get(exchange.path)
        if method is None:
            exchange.limit = _MAX_BODY
        else:
            exchange.route = method
            exchange.limit = method.max_body
            exchange.is_streamed = method.client_streams and method.is_offered

    def refuse(self, exchange: Exchange, refusal: HttpError) -> None:
        """Writes the response to a request that never becomes a call."""
        self._connect.refuse(exchange, refusal)

    async def answer(self, exchange: Exchange) -> None:
        """Answers a request."""
        try:
            method = exchange.route
            if isinstance(method, HttpMethod):
                left = self._connect.answer(exchange, method)
                if left is not None:
                    await left
            else:
                self._answer_other(exchange)
        except asyncio.CancelledError:
            # The client has hung up, or the server has waited long enough for it.
            exchange.abandon()
        except Exception as error:  # a fault here must not end the connection without a word
            log.exception("http.failed", path=exchange.path.decode("latin-1")[:_MAX_PATH], exc_info=error)
            if exchange.is_started:
                exchange.abandon()
            else:
                exchange.keep_alive = False
                self.refuse(exchange, HttpError(500, errors.internal()))

    def _answer_other(self, exchange: Exchange) -> None:
        match exchange.path:
            case b"/healthz":
                self._health(exchange, is_well=True)
            case b"/readyz":
                self._health(exchange, is_well=self._is_ready())
            case b"/openapi.json":
                self._document(exchange)
            case path:
                if not self._web.answer(exchange):
                    self.refuse(exchange, http_errors.method_not_found(path.decode("latin-1")[:_MAX_PATH]))

    def _document(self, exchange: Exchange) -> None:
        if not self._openapi:
            # Made when it is first asked for: it takes some milliseconds, which most servers never need.
            self._openapi = msgspec.json.encode(openapi_document(self._methods.values(), clio_version()))
        self._connect.respond_read(exchange, self._openapi)

    def _health(self, exchange: Exchange, *, is_well: bool) -> None:
        if exchange.method not in ("GET", "HEAD"):
            self.refuse(exchange, http_errors.verb_not_allowed("GET, HEAD"))
        elif is_well:
            exchange.respond(200, _PLAIN, b"200 OK\n")
        else:
            exchange.respond(503, _PLAIN, b"503 Service Unavailable\n")

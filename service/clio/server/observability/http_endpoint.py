"""The HTTP endpoint for operators: /metrics, /healthz and /readyz."""

import socket
import threading
from collections.abc import Callable, Iterable
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING, Any, Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import CollectorRegistry, make_wsgi_app

from clio.server.settings import SettingsError

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

MAX_CONNECTIONS: Final = 16
TIMEOUT_SECONDS: Final = 5.0


class Endpoint:
    """Serves few connections at a time, each with a short timeout."""

    def __init__(self, host: str, port: int, registry: CollectorRegistry, is_ready: Callable[[], bool]) -> None:
        try:
            kind = _Server6 if ":" in host else _Server
            self._server: Final = make_server(host.strip("[]"), port, _app(registry, is_ready), kind, _Request)
        except OSError as error:
            raise SettingsError(
                "CLIO_METRICS_PORT {port} cannot be used: {error}", port=port, error=error.strerror or str(error)
            ) from error
        self._thread: Final = threading.Thread(target=self._server.serve_forever, name="clio-metrics", daemon=True)

    def start(self) -> None:
        """Starts to serve."""
        self._thread.start()

    def close(self) -> None:
        """Stops serving."""
        if self._thread.is_alive():
            self._server.shutdown()
        self._server.server_close()


def _app(registry: CollectorRegistry, is_ready: Callable[[], bool]) -> "WSGIApplication":
    metrics: WSGIApplication = make_wsgi_app(registry)

    def answer(environment: "WSGIEnvironment", respond: "StartResponse") -> Iterable[bytes]:
        if environment["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return _plain(respond, "405 Method Not Allowed")
        match environment["PATH_INFO"]:
            case "/metrics":
                return metrics(environment, respond)
            case "/healthz":
                return _plain(respond, "200 OK")
            case "/readyz":
                return _plain(respond, "200 OK" if is_ready() else "503 Service Unavailable")
            case _:
                return _plain(respond, "404 Not Found")

    return answer


def _plain(respond: "StartResponse", status: str) -> Iterable[bytes]:
    respond(status, [("Content-Type", "text/plain; charset=utf-8")])
    return [status.encode() + b"\n"]


class _Request(WSGIRequestHandler):
    timeout = TIMEOUT_SECONDS

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the library's name)
        """Logs nothing: a line for every scrape is of no use."""


class _Server(ThreadingMixIn, WSGIServer):
    """One thread per connection, up to ``MAX_CONNECTIONS``; closes further connections at once."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 (the library's)
        self._slots: Final = threading.BoundedSemaphore(MAX_CONNECTIONS)
        super().__init__(*args, **more)

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 (the library's)
        """Serves a connection if there is a free slot."""
        if self._slots.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 (the library's)
        """Ignores a client that disconnects."""

    def process_request_thread(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 (the library's)
        """Serves a connection and frees its slot."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._slots.release()


class _Server6(_Server):
    address_family = socket.AF_INET6

"""The HTTP server: uvicorn in the event loop of the process, from bound to drained."""

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ssl import SSLContext
from typing import Final

import structlog
import uvicorn

from clio.server.http.application import HttpApplication
from clio.server.http.connect import ConnectProtocol
from clio.server.http.connection import HttpConnection
from clio.server.http.connections import Connections
from clio.server.http.cors import Cors
from clio.server.http.methods import http_methods
from clio.server.http.web_files import WebFiles
from clio.server.rpc.grpc_server import Served
from clio.server.rpc.pipeline import CallPipeline
from clio.server.settings import Settings
from clio.supervision.supervised_task import supervised

_LOOK_SECONDS: Final = 1.0
_BACKLOG: Final = 2_048
log = structlog.get_logger()


class HttpServer:
    """Serves the contract over HTTP on a port of its own."""

    def __init__(
        self,
        settings: Settings,
        services: Sequence[Served],
        pipeline: CallPipeline,
        tls: SSLContext | None,
        is_ready: Callable[[], bool],
    ) -> None:
        self._settings: Final = settings
        self._tls: Final = tls
        self._connections: Final = Connections(settings.http_connections, settings.call_seconds)
        methods = http_methods(services, pipeline, settings.max_request_bytes)
        application = HttpApplication(
            methods, ConnectProtocol(Cors(settings.http_origins)), self._connections, is_ready, WebFiles()
        )
        # It logs a line for every malformed request, which any client can send as many of as it likes.
        logging.getLogger("uvicorn").disabled = logging.getLogger("uvicorn.error").disabled = True
        config = uvicorn.Config(
            application,  # type: ignore[arg-type]  # answered by our own protocol, not by ASGI
            http=HttpConnection,
            ws="none",
            lifespan="off",
            interface="asgi3",
            proxy_headers=False,
            server_header=False,
            log_config=None,
            access_log=False,
            backlog=_BACKLOG,
            timeout_graceful_shutdown=max(1, round(settings.drain_seconds)),
            ssl_context_factory=None if tls is None else lambda _config, _default: tls,
        )
        self._server: Final = _EmbeddedServer(config)
        self._tasks: Final[list[asyncio.Task[None]]] = []
        self._port = 0

    @property
    def url(self) -> str:
        """Where it is reached, once it has started."""
        return f"{'http' if self._tls is None else 'https'}://{self._settings.host}:{self._port}"

    async def start(self) -> None:
        """Binds the port and serves."""
        listener = bind(self._settings.host, self._settings.http_port or 0)
        self._port = listener.getsockname()[1]
        self._tasks.append(asyncio.create_task(self._server.serve([listener]), name="clio-http"))
        self._tasks.append(asyncio.create_task(supervised("clio-http-look", self._look), name="clio-http-look"))
        await self._server.has_started.wait()
        log.info("serving.http", url=self.url)

    async def stop(self) -> None:
        """Lets calls finish, then closes."""
        if not self._tasks:
            return
        serving, look = self._tasks
        self._server.should_exit = True
        await serving
        self._connections.abort_all()
        look.cancel()
        await asyncio.wait([look])

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            self._connections.look(loop.time())


class _EmbeddedServer(uvicorn.Server):
    """A server inside a process that handles its signals itself."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.has_started: Final = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listens."""
        await super().startup(sockets)
        self.has_started.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Captures none."""
        yield


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; OSError where the port is taken."""
    family, kind, protocol, _, address = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        # A port with connections in TIME_WAIT counts as free, as it does for gRPC.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.setblocking(False)  # noqa: FBT003 (the library's signature)
    except OSError:
        listener.close()
        raise
    return listener

"""The bare baseline of the HTTP API: its own server and connections, which send back what they get."""

import asyncio
import sys

import uvicorn
import uvloop

from clio.server.http.connection import HttpConnection
from clio.server.http.connections import Connections
from clio.server.http.exchange import Exchange
from clio.server.http.http_errors import HttpError

_HEAD = b"content-type: application/proto\r\n"


class Echo:
    """An application without a pipeline."""

    def __init__(self) -> None:
        self.connections = Connections(10_000, 30.0)

    def admit(self, exchange: Exchange) -> None:
        """Says how large a body may be."""
        exchange.limit = 65_536

    def refuse(self, exchange: Exchange, refusal: HttpError) -> None:
        """Says only the status."""
        exchange.respond(refusal.status, _HEAD, b"")

    async def answer(self, exchange: Exchange) -> None:
        """Sends the body back."""
        exchange.respond(200, _HEAD, exchange.body)


async def serve(port: int) -> None:
    """Serves until it is ended."""
    config = uvicorn.Config(
        Echo(),  # type: ignore[arg-type]  # answered by our own protocol, not by ASGI
        port=port,
        http=HttpConnection,
        ws="none",
        lifespan="off",
        interface="asgi3",
        proxy_headers=False,
        server_header=False,
        log_config=None,
    )
    await asyncio.gather(uvicorn.Server(config).serve())


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))

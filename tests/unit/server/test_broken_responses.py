"""A fault of the server after a response has begun: the client hears of it, and the server does not wait for it."""

import asyncio
import socket
from collections.abc import Awaitable
from pathlib import Path

import grpc
import uvicorn
from uvicorn.server import ServerState

from clio.server.http.application import HttpApplication
from clio.server.http.connect import ConnectProtocol
from clio.server.http.connection import HttpConnection
from clio.server.http.connections import Connections
from clio.server.http.cors import Cors
from clio.server.http.exchange import Exchange
from clio.server.http.methods import HttpMethod
from clio.server.http.web_files import WebFiles
from clio.server.rpc.pipeline import CallPipeline

PATH = "/clio.v1.GameService/ListGames"
REQUEST = f"POST {PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{{}}".encode()


class FailingConnect(ConnectProtocol):
    """Begins a response, and fails before its end."""

    def answer(self, exchange: Exchange, method: HttpMethod) -> Awaitable[None] | None:
        del method
        exchange.start(b"content-type: application/x-ndjson\r\n")
        raise ValueError("a message that cannot be encoded")


async def test_a_response_that_cannot_be_finished_ends_its_connection(tmp_path: Path) -> None:
    method = HttpMethod(PATH, grpc.unary_unary_rpc_method_handler(lambda *_: None), CallPipeline(10.0), 65_536)
    application = HttpApplication(
        {PATH.encode(): method}, FailingConnect(Cors("")), Connections(10, 10.0), lambda: True, WebFiles(tmp_path)
    )
    config, state = uvicorn.Config(application, http=HttpConnection), ServerState()  # type: ignore[arg-type]
    near_end, far_end = socket.socketpair()
    loop = asyncio.get_running_loop()
    await loop.create_connection(lambda: HttpConnection(config, state, {}), sock=near_end)
    reader, writer = await asyncio.open_connection(sock=far_end)
    writer.write(REQUEST)
    async with asyncio.timeout(10):
        received = await reader.read()
    assert received.startswith(b"HTTP/1.1 200")
    assert not received.endswith(b"0\r\n\r\n"), "it must not look complete"
    assert not state.tasks, "a server that stops would wait for it"
    writer.close()

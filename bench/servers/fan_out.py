"""The bare baseline of a fan-out: what one call brings is sent to everybody who watches."""

import asyncio
import sys
from collections.abc import AsyncIterator

import grpc
import grpc.aio
import uvloop


class FanOut:
    """Queues, one for each watcher."""

    def __init__(self) -> None:
        self._watching: set[asyncio.Queue[bytes]] = set()

    async def watch(self, _request: bytes, _context: object) -> AsyncIterator[bytes]:
        """Everything from now on."""
        mine: asyncio.Queue[bytes] = asyncio.Queue()
        self._watching.add(mine)
        try:
            yield b"watching"
            while True:
                yield await mine.get()
        finally:
            self._watching.discard(mine)

    async def push(self, request: bytes, _context: object) -> bytes:
        """One message to all."""
        for queue in self._watching:
            queue.put_nowait(request)
        return b""


async def serve(port: int) -> None:
    """Serves until it is ended."""
    fan_out, server = FanOut(), grpc.aio.server()
    handlers = {
        "Watch": grpc.unary_stream_rpc_method_handler(fan_out.watch),
        "Push": grpc.unary_unary_rpc_method_handler(fan_out.push),
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.FanOut", handlers),))
    server.add_insecure_port(f"127.0.0.1:{port}")
    await server.start()
    await server.wait_for_termination()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))

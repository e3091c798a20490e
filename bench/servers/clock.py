"""The bare baseline of a stream: a grpc.aio server that sends the time, again and again."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator

import grpc
import grpc.aio
import uvloop

PAUSE = 0.005
SIZE = 300


async def _tick(_request: bytes, _context: object) -> AsyncIterator[bytes]:
    while True:
        await asyncio.sleep(PAUSE)
        yield b"%d" % time.monotonic_ns() + b" " * SIZE


async def serve(port: int) -> None:
    """Serves until it is ended."""
    server = grpc.aio.server()
    handler = grpc.unary_stream_rpc_method_handler(_tick)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.Clock", {"Tick": handler}),))
    server.add_insecure_port(f"127.0.0.1:{port}")
    await server.start()
    await server.wait_for_termination()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))

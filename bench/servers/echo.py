"""The bare baseline: a grpc.aio server that sends back what it gets, call by call or message by message."""

import asyncio
import sys
from collections.abc import AsyncIterator

import grpc
import grpc.aio
import uvloop

EVENTS_A_MESSAGE = 100
EVENT = bytes(300)


async def _echo(request: bytes, _context: object) -> bytes:
    return request


async def _tell(request: bytes, _context: object) -> AsyncIterator[bytes]:
    """So many messages, each as large as a page of events."""
    for _ in range(int(request)):
        yield EVENT * EVENTS_A_MESSAGE


async def serve(port: int) -> None:
    """Serves until it is ended."""
    server = grpc.aio.server()
    handlers = {
        "Echo": grpc.unary_unary_rpc_method_handler(_echo),
        "Tell": grpc.unary_stream_rpc_method_handler(_tell),
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.Echo", handlers),))
    server.add_insecure_port(f"127.0.0.1:{port}")
    await server.start()
    await server.wait_for_termination()


def main() -> None:
    """``python -m bench.servers.echo PORT [uvloop]``."""
    if "uvloop" in sys.argv:
        uvloop.run(serve(int(sys.argv[1])))
    else:
        asyncio.run(serve(int(sys.argv[1])))


if __name__ == "__main__":
    main()

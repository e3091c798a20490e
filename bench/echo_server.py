"""The bare baseline: a grpc.aio server that sends back what it gets."""

import asyncio
import sys

import grpc
import grpc.aio
import uvloop


async def _echo(request: bytes, _context: object) -> bytes:
    return request


async def serve(port: int) -> None:
    """Serves until it is ended."""
    server = grpc.aio.server()
    handler = grpc.unary_unary_rpc_method_handler(_echo)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.Echo", {"Echo": handler}),))
    server.add_insecure_port(f"127.0.0.1:{port}")
    await server.start()
    await server.wait_for_termination()


def main() -> None:
    """``python -m bench.echo_server PORT [uvloop]``."""
    if "uvloop" in sys.argv:
        uvloop.run(serve(int(sys.argv[1])))
    else:
        asyncio.run(serve(int(sys.argv[1])))


if __name__ == "__main__":
    main()

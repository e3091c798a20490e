"""h2load, a load generator in C: as many processes as calls in flight, each with one connection and one match."""

import asyncio
import re
import shutil
import struct
from pathlib import Path
from typing import Final

TOOL: Final = "h2load"
_RATE: Final = re.compile(rb"finished in [\d.]+m?s, ([\d.]+) req/s")


def is_installed() -> bool:
    """Whether there is one (Debian: nghttp2-client)."""
    return shutil.which(TOOL) is not None


async def rate(port: int, method: str, calls: list[tuple[bytes, str]], folder: Path, seconds: float) -> float:
    """Calls a second of all processes together; each repeats its message with its token."""
    processes = [
        await asyncio.create_subprocess_exec(
            *_command(port, method, _framed(message, folder / f"call-{number}"), token, seconds),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        for number, (message, token) in enumerate(calls)
    ]
    told = await asyncio.gather(*(process.communicate() for process in processes))
    return sum(float(found[1]) for out, _ in told if (found := _RATE.search(out)))


def _framed(message: bytes, path: Path) -> Path:
    """The message as gRPC puts it on the wire."""
    path.write_bytes(struct.pack(">BI", 0, len(message)) + message)
    return path


def _command(port: int, method: str, body: Path, token: str, seconds: float) -> list[str]:
    headers = ["content-type: application/grpc", "te: trailers", *([f"authorization: Bearer {token}"] if token else [])]
    return [
        TOOL,
        *("-c", "1", "-m", "1", "-t", "1"),
        *("-D", f"{round(1000 * seconds)}ms"),
        *("-d", str(body)),
        *(part for header in headers for part in ("-H", header)),
        f"http://127.0.0.1:{port}{method}",
    ]

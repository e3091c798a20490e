"""A whole server inside this process, on a free port of this machine, gone when it is no longer needed."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path


@asynccontextmanager
async def embedded_server() -> AsyncIterator[str]:
    """Serves on a free loopback port, with its record in a temporary folder; gives its address."""
    from service import logs  # noqa: PLC0415 (a server is loaded only where one is started)
    from service.bootstrap import Clio  # noqa: PLC0415
    from service.settings import Settings  # noqa: PLC0415

    logs.configure("error")
    with tempfile.TemporaryDirectory(prefix="clio-") as folder:
        server = Clio(Settings(port=0, data=Path(folder), drain_seconds=1.0))
        await server.start()
        try:
            yield f"127.0.0.1:{server.port}"
        finally:
            await server.stop()

"""A whole server inside this process, on a free port of this machine, gone when it is no longer needed."""

import fcntl
import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path


@asynccontextmanager
async def embedded_server(folder: Path | None = None) -> AsyncIterator[str]:
    """Serves on a free loopback port; gives its address.

    The record is kept in the folder; without one, or while another process uses it, in a temporary one.
    """
    from service import logs  # noqa: PLC0415 (a server is loaded only where one is started)
    from service.bootstrap import Clio  # noqa: PLC0415
    from service.settings import Settings  # noqa: PLC0415

    logs.configure("error")
    with _held(folder) as data:
        server = Clio(Settings(port=0, data=data, drain_seconds=1.0))
        await server.start()
        try:
            yield f"127.0.0.1:{server.port}"
        finally:
            await server.stop()


@contextmanager
def _held(folder: Path | None) -> Iterator[Path]:
    """The folder, for this process alone."""
    if folder is not None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(folder / "in-use", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
        else:
            try:
                yield folder
            finally:
                os.close(lock)
            return
    with tempfile.TemporaryDirectory(prefix="clio-") as temporary:
        yield Path(temporary)

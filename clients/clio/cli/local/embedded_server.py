"""A whole server inside this process, on a free port of this machine, gone when it is no longer needed."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path


@asynccontextmanager
async def embedded_server(folder: Path | None = None) -> AsyncIterator[str]:
    """Serves on a free loopback port; gives its address.

    The record is kept in the folder; without one, or while another process uses it, in a temporary one.
    """
    from clio.server.bootstrap import Clio  # noqa: PLC0415
    from clio.server.eventstore.data_folder import FolderInUseError  # noqa: PLC0415
    from clio.server.observability import logging  # noqa: PLC0415 (a server is loaded only where one is started)
    from clio.server.settings import Settings  # noqa: PLC0415

    logging.configure("error")
    with ExitStack() as cleanup:

        def on(data: Path) -> Clio:
            return Clio(Settings(port=0, data=data, drain_seconds=1.0))

        try:
            server = on(folder or _temporary(cleanup))
        except FolderInUseError:
            server = on(_temporary(cleanup))
        await server.start()
        try:
            yield f"127.0.0.1:{server.port}"
        finally:
            await server.stop()


def _temporary(cleanup: ExitStack) -> Path:
    return Path(cleanup.enter_context(tempfile.TemporaryDirectory(prefix="clio-")))

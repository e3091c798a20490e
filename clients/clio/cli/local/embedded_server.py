"""A server embedded in this process, on a free loopback port."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path


@asynccontextmanager
async def embedded_server(folder: Path | None = None) -> AsyncIterator[str]:
    """Runs a server on a free loopback port; yields its address.

    Its data lies in the folder, or in a temporary one where none is given or another process uses it.
    """
    from clio.server.bootstrap import Clio  # noqa: PLC0415
    from clio.server.eventstore.data_folder import FolderInUseError  # noqa: PLC0415
    from clio.server.observability import logging  # noqa: PLC0415 (a server is loaded only where one is started)
    from clio.server.settings import Settings  # noqa: PLC0415

    logging.configure("error")
    with ExitStack() as cleanup:

        def on(data: Path) -> Clio:
            return Clio(Settings(port=0, http_port=None, data=data, drain_seconds=1.0))

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

"""Server embedded in a command.

One process at a time serves a data folder. Other commands that need the same folder use its server, and one of them
serves in its place, at the same port, when that process ends.
"""

import asyncio
import re
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from clio.cli.errors.system_errors import folder_in_use
from clio.client.address_probe import answers

if TYPE_CHECKING:
    from clio.server.bootstrap import Clio

_ADDRESS: Final = "address"
"""The file in which the server says where it is reached."""
_LAST_ADDRESS: Final = "last-address"
"""Where it was reached last: commands that still use that address find the next server there."""
_LOOPBACK: Final = re.compile(r"127\.0\.0\.1:[0-9]{1,5}")
_START_SECONDS: Final = 30.0
"""How long another process may take to start its server, or to end."""
_RETRY_SECONDS: Final = 0.1
_LOOK_SECONDS: Final = 0.5


@asynccontextmanager
async def embedded_server(folder: Path | None = None) -> AsyncIterator[str]:
    """Yields the address of a server on a loopback port, with its data in the folder or in a temporary one."""
    from clio.server.observability import logging  # noqa: PLC0415 (a server is loaded only where one is started)

    logging.configure("error")
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="clio-") as temporary:
            server = _new_server(Path(temporary), 0)
            await server.start()
            try:
                yield f"127.0.0.1:{server.port}"
            finally:
                await server.stop()
        return
    shared = _SharedServer(folder)
    try:
        yield await shared.found()
    finally:
        await shared.leave()


class _SharedServer:
    """The server of a folder: run by this process, or used while another process runs it."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        self._server: Clio | None = None
        self._successor: asyncio.Task[None] | None = None

    async def found(self) -> str:
        """The address, once this or another process serves there."""
        until = time.monotonic() + _START_SECONDS
        while True:
            if await self._start(_port(_read(self._folder / _LAST_ADDRESS))):
                return _read(self._folder / _ADDRESS)
            address = _read(self._folder / _ADDRESS)
            if address and await answers(address):
                self._successor = asyncio.create_task(self._succeed(address))
                return address
            if time.monotonic() >= until:
                raise folder_in_use(self._folder)
            await asyncio.sleep(_RETRY_SECONDS)

    async def leave(self) -> None:
        """Stops the server if this process runs it."""
        if self._successor is not None:
            self._successor.cancel()
            with suppress(asyncio.CancelledError):
                await self._successor
        if self._server is not None:
            (self._folder / _ADDRESS).unlink(missing_ok=True)
            await self._server.stop()

    async def _succeed(self, address: str) -> None:
        """Waits until the other process has ended, and serves in its place."""
        while await answers(address) or not await self._start(_port(address)):  # noqa: ASYNC110 (another process ends)
            await asyncio.sleep(_LOOK_SECONDS)

    async def _start(self, port: int) -> bool:
        """Starts the server, at that port if it is free; returns False if another process has the folder."""
        from clio.server.eventstore.data_folder import FolderInUseError  # noqa: PLC0415

        for wanted in (port, 0):
            try:
                server = _new_server(self._folder, wanted)
                await server.start()
            except FolderInUseError:
                return False
            except RuntimeError:
                # Another program has the port by now.
                if not wanted:
                    raise
                continue
            self._server = server
            for name in (_LAST_ADDRESS, _ADDRESS):
                (self._folder / name).write_text(f"127.0.0.1:{server.port}", encoding="ascii")
            return True
        return False


def _new_server(data: Path, port: int) -> "Clio":
    from clio.server.bootstrap import Clio  # noqa: PLC0415 (a server is loaded only where one is started)
    from clio.server.settings import Settings  # noqa: PLC0415

    return Clio(Settings(port=port, http_port=None, data=data, drain_seconds=1.0))


def _read(file: Path) -> str:
    try:
        address = file.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""
    # Tokens are sent to it: a server embedded in a process is never on another machine.
    return address if _LOOPBACK.fullmatch(address) else ""


def _port(address: str) -> int:
    return int(address.rpartition(":")[2] or 0)

"""``clio serve``: runs a server, and the demo match beside it, until a signal stops it."""

import asyncio
import errno
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.errors.system_errors import folder_in_use, system_error
from clio.cli.i18n.translate import filled, t, translated
from clio.cli.local.demo import play_demo
from clio.client.errors import ClioError

if TYPE_CHECKING:
    from clio.server.bootstrap import Clio
    from clio.server.settings import Settings

Announce = Callable[[str], None]
OnStart = Callable[["Addresses"], None]
Given = dict[str, str | int | Path]

_PORTS: Final = {"port": "--port", "http_port": "--http-port"}
"""The ports of a server, and the options that choose them."""
_EVERYWHERE: Final = ("0.0.0.0", "::", "[::]")  # noqa: S104 (recognised here, never chosen)


class Addresses(NamedTuple):
    """Where a server that has started is reached."""

    grpc: str
    http: str | None
    """The URL of the HTTP API; None where it is not served."""


def serve(given: Given, on_start: OnStart, on_demo: Announce | None, *, rotate_key: bool = False) -> None:
    """Serves with the CLIO_* settings and the given overrides; returns when the server has drained."""
    settings = _settings(given)
    if on_demo is not None and (settings.tls_cert or settings.require_key):
        raise Failure(ExitCode.USAGE, "SETTINGS", t("--demo needs a server without TLS that asks for no keys."))
    if rotate_key:
        _rotate_key(settings)
    settings = _with_free_ports(settings, given)
    _prepare_process()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, on_start, on_demo))


def _prepare_process() -> None:
    from clio.server.process_tuning import (  # noqa: PLC0415 (a server is loaded only where one is started)
        limit_malloc_arenas,
        shorten_switch_interval,
    )

    limit_malloc_arenas()
    shorten_switch_interval()


def _rotate_key(settings: "Settings") -> None:
    from clio.server.eventstore.data_folder import FolderInUseError, FolderLock  # noqa: PLC0415 (loads the server)
    from clio.server.signing_keys import rotate  # noqa: PLC0415

    _demand_free(settings.host, settings.port, _PORTS["port"])
    try:
        # A server on another port may be signing with it.
        with nullcontext() if settings.database_url else FolderLock(settings.data):
            rotate(settings.head_key_file)
    except FolderInUseError as error:
        raise folder_in_use(error.folder) from error
    except OSError as error:
        raise _unusable(settings, error) from error


async def _serve(settings: "Settings", on_start: OnStart, on_demo: Announce | None) -> None:
    from clio.server.process_tuning import tune_garbage_collector  # noqa: PLC0415 (a server is loaded only where one is started)
    from clio.server.rpc.grpc_server import until_stopped  # noqa: PLC0415

    async with _serving(settings) as server:
        stop_signal = asyncio.create_task(until_stopped())
        # A reader of the announcement may send a signal at once; the handler must be installed by then.
        await asyncio.sleep(0)
        tune_garbage_collector()
        on_start(Addresses(f"{settings.host}:{server.port}", server.http_url))
        demo = None
        if on_demo is not None:
            host = "127.0.0.1" if settings.host in _EVERYWHERE else settings.host
            demo = asyncio.create_task(_shown(f"{host}:{server.port}", on_demo))
        await stop_signal
        if demo is not None:
            demo.cancel()
            with suppress(asyncio.CancelledError):
                await demo


@asynccontextmanager
async def _serving(settings: "Settings") -> AsyncIterator["Clio"]:
    from eventsourcing.persistence import PersistenceError  # noqa: PLC0415 (a server is loaded only where it starts)

    from clio.server.bootstrap import Clio  # noqa: PLC0415
    from clio.server.eventstore.data_folder import FolderInUseError  # noqa: PLC0415
    from clio.server.settings import SettingsError  # noqa: PLC0415

    try:
        server = Clio(settings)
    except OSError as error:
        raise _unusable(settings, error) from error
    except FolderInUseError as error:
        raise folder_in_use(error.folder) from error
    except SettingsError as error:
        raise Failure(ExitCode.USAGE, "SETTINGS", translated(error.message)) from error
    except PersistenceError as error:
        reason = filled("The record cannot be used: {error}.", error=str(error).strip())
        raise Failure(ExitCode.UNREACHABLE, "RECORD_UNAVAILABLE", reason) from error
    try:
        await _started(server, settings)
        yield server
    finally:
        await server.stop()


async def _started(server: "Clio", settings: "Settings") -> None:
    try:
        await server.start()
    except RuntimeError as error:
        # Another process took the port after it was found free.
        raise _port_in_use(settings.host, settings.port, _PORTS["port"]) from error
    except OSError as error:
        raise _port_in_use(settings.host, settings.http_port or 0, _PORTS["http_port"]) from error


def _settings(given: Given) -> "Settings":
    import msgspec  # noqa: PLC0415 (a server is loaded only where one is started)

    from clio.server.bootstrap import settings_from_environment  # noqa: PLC0415
    from clio.server.observability import logging  # noqa: PLC0415
    from clio.server.observability.process_output import take_over, take_over_stdout  # noqa: PLC0415
    from clio.server.settings import SettingsError  # noqa: PLC0415

    try:
        settings = msgspec.structs.replace(settings_from_environment(), **given)
        take_over(logging.configure(settings.log_level, settings.log_format))
        take_over_stdout(logging.stdout_writer())
    except SettingsError as error:
        raise Failure(ExitCode.USAGE, "SETTINGS", translated(error.message)) from error
    except KeyError as error:
        raise Failure(
            ExitCode.USAGE, "SETTINGS", filled("CLIO_LOG_LEVEL {level} is not a log level.", level=error)
        ) from error
    return settings


async def _shown(address: str, on_demo: Announce) -> None:
    # A demo that fails must not stop the server.
    with suppress(ClioError):
        await play_demo(address, on_demo)


def _unusable(settings: "Settings", error: OSError) -> Failure:
    reason = filled(
        "The data folder {folder} cannot be used: {error}.", folder=settings.data, error=system_error(error)
    )
    return Failure(ExitCode.REFUSED, "DATA_FOLDER", reason)


def _with_free_ports(settings: "Settings", given: Given) -> "Settings":
    """Fails if a port that was set is taken, before anything is opened; takes a free one in place of a default."""
    import msgspec  # noqa: PLC0415 (a server is loaded only where one is started)

    for name, option in _PORTS.items():
        port = getattr(settings, name)
        if port is None:
            continue
        is_set = name in given or f"CLIO_{name.upper()}" in os.environ
        try:
            _demand_free(settings.host, port, option)
        except Failure as failure:
            if is_set or not isinstance(failure.__cause__, OSError) or failure.__cause__.errno != errno.EADDRINUSE:
                raise
            settings = msgspec.structs.replace(settings, **{name: 0})
    return settings


def _demand_free(host: str, port: int, option: str) -> None:
    """Fails if the port is taken."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            # As gRPC does: a port with connections in TIME_WAIT counts as free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise _port_in_use(host, port, option) from error
        message = filled(
            "Port {port} cannot be used: {error}. Choose another one with {option}.",
            port=f"{host}:{port}",
            error=system_error(error),
            option=option,
        )
        raise Failure(ExitCode.UNREACHABLE, "PORT_TAKEN", message) from error


def _port_in_use(host: str, port: int, option: str) -> Failure:
    message = filled(
        "Port {port} is already in use. Choose another one with {option}.", port=f"{host}:{port}", option=option
    )
    return Failure(ExitCode.UNREACHABLE, "PORT_TAKEN", message)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Uvloop's event loop where it is installed, else asyncio's."""
    try:
        import uvloop  # noqa: PLC0415 (not on every platform)
    except ImportError:
        return None
    return uvloop.new_event_loop

"""A private PostgreSQL on a free port of this machine, gone with the tests."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.kit.server_process import free_port

START_LIMIT = 30.0


def binaries() -> Path:
    """Where the server's programs are; installs them where that is possible, else says what to install."""
    if found := _installed():
        return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "-qq", "postgresql"], check=True, capture_output=True)
    if found := _installed():
        return found
    raise RuntimeError("PostgreSQL's server is missing: install the package postgresql and run the tests again")


def _installed() -> Path | None:
    if found := shutil.which("postgres"):
        return Path(found).parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


class PostgresServer:
    """A server process and its database."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        self._data = folder / "data"
        self._programs = binaries()
        self._process: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        self._run("initdb", "-D", str(self._data), "-U", "postgres", "-A", "trust", "-N")

    def start(self) -> None:
        """Returns once it takes connections."""
        settings = ("listen_addresses=127.0.0.1", f"port={self.port}", "unix_socket_directories=", "fsync=on")
        self._process = subprocess.Popen(
            [self._programs / "postgres", "-D", self._data, *(part for each in settings for part in ("-c", each))],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **self._identity(),
        )
        give_up = time.monotonic() + START_LIMIT
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
            except psycopg.OperationalError:
                if time.monotonic() > give_up:
                    raise
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        """Ends it, and every connection to it."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()
            self._process = None

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run([self._programs / program, *arguments], check=True, capture_output=True, **self._identity())

    def _identity(self) -> dict[str, str]:
        """PostgreSQL refuses to run as root."""
        return {"user": "postgres", "group": "postgres", "cwd": "/"} if os.geteuid() == 0 else {}


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    with tempfile.TemporaryDirectory(prefix="clio-postgres-") as folder:
        server = PostgresServer(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def fresh_database(server: PostgresServer, name: str) -> Iterator[str]:
    """An empty database; gives its URL."""
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    try:
        yield server.url.rpartition("/")[0] + f"/{name}"
    finally:
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())

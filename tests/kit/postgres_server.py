"""A private PostgreSQL server."""

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import psycopg

from tests.kit.private_server import PrivateServer, binary

FOLDERS = ("usr/lib/postgresql/*/bin", "usr/local/pgsql/bin")
ACCOUNT = "postgres"


class PostgresServer(PrivateServer):
    """PostgreSQL refuses to run as root, so root runs it as the user of its package."""

    superuser = "clio"
    authentication = "trust"

    def __init__(self, *, on_disk: bool = False) -> None:
        super().__init__("postgres", on_disk=on_disk)
        self._binary = binary("postgres", "postgresql", *FOLDERS)
        self._numbers = count(1)
        self._as_other: list[str] = []
        if os.geteuid() == 0:
            shutil.chown(self.folder, ACCOUNT)
            group = str(pwd.getpwnam(ACCOUNT).pw_gid)
            self._as_other = ["setpriv", f"--reuid={ACCOUNT}", f"--regid={group}", "--clear-groups", "--"]
        initdb = str(Path(self._binary).with_name("initdb"))
        subprocess.run(
            [*self._as_other, initdb, "-D", self._data, *self.initdb_options(), "-E", "UTF8", "--no-sync"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self.folder,
        )

    def initdb_options(self) -> Sequence[str]:
        return ["-U", self.superuser, "-A", self.authentication]

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://{self.superuser}@127.0.0.1:{self.port}/{database}"

    def command(self) -> Sequence[str]:
        settings = {
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.folder),
            "max_connections": "200",
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return [*self._as_other, self._binary, "-D", self._data, *options]

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url(), connect_timeout=2).close()
        except psycopg.Error:
            return False
        return True

    def database(self) -> str:
        """The URL of a new, empty database."""
        name = f"test_{os.getpid()}_{next(self._numbers)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def pause(self) -> None:
        """Pauses all processes of the server: each connection has one."""
        self._signal_all(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal_all(signal.SIGCONT)

    def cut_connections(self) -> None:
        """Terminates every session, as a network failure or an administrator might."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )

    def _signal_all(self, number: signal.Signals) -> None:
        if self._process is None or self._process.poll() is not None:
            return
        for pid in [self._process.pid, *_children(self._process.pid)]:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                continue


def _children(pid: int) -> list[int]:
    """The child processes of a process."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

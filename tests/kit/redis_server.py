"""A private Redis server."""

import socket
from collections.abc import Sequence
from pathlib import Path

from tests.kit.private_server import PrivateServer, binary


class RedisServer(PrivateServer):
    def __init__(self, *options: str) -> None:
        super().__init__("redis")
        self._binary = binary("redis-server", "redis-server")
        self._options = options
        self._tls: tuple[str, ...] = ()

    def use_tls(self, certificate: Path, secret: Path) -> None:
        self._tls = ("--tls-cert-file", str(certificate), "--tls-key-file", str(secret))

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> Sequence[str]:
        plain, tls = ("0", str(self.port)) if self._tls else (str(self.port), "0")
        return [
            self._binary,
            *("--port", plain, "--tls-port", tls),
            *self._tls,
            *("--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--enable-debug-command", "local"),
            *self._options,
        ]

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1):
                return self.is_running
        except OSError:
            return False

    def say(self, *words: str) -> str:
        """Runs one command and returns the raw reply."""
        with socket.create_connection(("127.0.0.1", self.port), 5) as connection:
            line = "".join(f"${len(word.encode())}\r\n{word}\r\n" for word in words)
            connection.sendall(f"*{len(words)}\r\n{line}".encode())
            return connection.recv(65536).decode()

"""A Redis of the tests' own."""

import socket
from collections.abc import Sequence

from tests.kit.private_server import PrivateServer, binary


class RedisServer(PrivateServer):
    def __init__(self, *options: str) -> None:
        super().__init__("redis")
        self._binary = binary("redis-server", "redis-server")
        self._options = options

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> Sequence[str]:
        listening = ("--port", str(self.port)) if "--tls-port" not in self._options else ("--port", "0")
        return [
            self._binary,
            *listening,
            *("--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--enable-debug-command", "local"),
            *self._options,
        ]

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1):
                return True
        except OSError:
            return False

    def say(self, *words: str) -> str:
        """One command, its answer as Redis writes it."""
        with socket.create_connection(("127.0.0.1", self.port), 5) as connection:
            line = "".join(f"${len(word.encode())}\r\n{word}\r\n" for word in words)
            connection.sendall(f"*{len(words)}\r\n{line}".encode())
            return connection.recv(65536).decode()

"""Free ports for test servers."""

import socket
from random import SystemRandom

_PORTS = range(12_000, 32_000)
"""Below the ports that the system gives to connections: none of those can take a port before its server does."""
_tried: set[int] = set()


def free_port() -> int:
    """A port that is free, and that no other test of this process was given."""
    while True:
        port = SystemRandom().choice(_PORTS)
        if port not in _tried and _is_free(port):
            _tried.add(port)
            return port


def _is_free(port: int) -> bool:
    with socket.socket() as listener:
        try:
            listener.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True

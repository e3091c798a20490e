"""Asynchronous reader of lines from standard input."""

import asyncio
import os
import sys
from typing import Final

from clio.cli.render.terminal import has_keyboard

_CHUNK: Final = 4096


class Keyboard:
    """Reads standard input unbuffered, so that no line is lost between two prompts."""

    def __init__(self) -> None:
        self._is_terminal: Final = has_keyboard()
        self._ended = sys.stdin is None
        self._number: Final = -1 if self._ended else sys.stdin.fileno()
        self._waiting = b""

    async def line(self, prompt: str = "") -> str | None:
        """Reads the next line; None at the end of the input."""
        if prompt:
            sys.stdout.write(prompt)
            sys.stdout.flush()
        while b"\n" not in self._waiting and not self._ended:
            await self._readable()
            part = os.read(self._number, _CHUNK)
            self._ended = not part
            self._waiting += part
        if prompt and not (self._is_terminal and self._waiting):
            # Nobody pressed Enter here.
            sys.stdout.write("\n")
        if not self._waiting:
            return None
        line, _, self._waiting = self._waiting.partition(b"\n")
        return line.decode(errors="replace").strip()

    async def _readable(self) -> None:
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        try:
            loop.add_reader(self._number, ready.set)
        except (PermissionError, OSError):
            # Regular files cannot be polled, and are always ready.
            return
        try:
            await ready.wait()
        finally:
            loop.remove_reader(self._number)

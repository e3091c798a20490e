"""A terminal with a screen that can be read, and somebody at its keyboard."""

import re
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self

import pexpect  # type: ignore[import-untyped]  # ships no types
import pyte
from pyte.screens import Char

from tests.integration.cli.terminal import PATIENCE, ROOT, environment

_MOMENT = 0.02
_SEEDED = str(ROOT / "tests" / "integration" / "cli" / "seeded.py")
_KEYBOARD_PROTOCOL = re.compile(rb"\x1b\[[<>=?]\d*u")
"""What the screen's emulation does not know and would print."""


class Screen:
    """``clio`` in a terminal of a given size, with chance that is the same every time."""

    eof = pexpect.EOF

    def __init__(
        self,
        home: Path,
        size: tuple[int, int],
        arguments: list[str],
        more: Mapping[str, str] | None = None,
        seed: str | None = "7",
    ) -> None:
        """Without a seed chance is the program's own, as people have it."""
        program = ["-m", "clio.cli.main"] if seed is None else [_SEEDED, seed]
        self.columns, self.rows = size
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self.child = pexpect.spawn(
            sys.executable,
            [*program, *arguments],
            cwd=str(home),
            env={**environment(home), "TERM": "xterm-256color", **(more or {})},
            dimensions=(self.rows, self.columns),
            timeout=PATIENCE,
        )
        self.child.delaybeforesend = None
        self.ended = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.close(force=True)

    @property
    def lines(self) -> list[str]:
        """What is on the screen."""
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        """The same as one text."""
        return "\n".join(self.lines) + "\n"

    @property
    def title(self) -> str:
        """The terminal's title: how many keys ``seeded.py`` has handled, and what it waits for."""
        return str(self._screen.title)

    def cell(self, row: int, column: int) -> Char:
        """A character with its colours."""
        return self._screen.buffer[row][column]

    def background(self, row: int, column: int) -> str:
        """The colour behind a character."""
        return str(self._screen.buffer[row][column].bg)

    def resize(self, size: tuple[int, int]) -> None:
        """Makes the terminal larger or smaller."""
        self.columns, self.rows = size
        self._screen.resize(self.rows, self.columns)
        self.child.setwinsize(self.rows, self.columns)

    def type(self, keys: str) -> None:
        """Presses keys."""
        self.child.send(keys)

    def read(self, seconds: float = _MOMENT) -> bool:
        """Takes in what the program has written; tells whether it wrote anything."""
        try:
            self._stream.feed(_KEYBOARD_PROTOCOL.sub(b"", self.child.read_nonblocking(65536, timeout=seconds)))
        except pexpect.TIMEOUT:
            return False
        except pexpect.EOF:
            self.ended = True
            return False
        return True

    def settle(self, seconds: float = 0.3) -> str:
        """The screen once nothing has changed for a while."""
        quiet = time.monotonic()
        end = quiet + PATIENCE
        while time.monotonic() - quiet < seconds and time.monotonic() < end and not self.ended:
            if self.read():
                quiet = time.monotonic()
        return self.text

    def wait(self, until: Callable[[], bool]) -> None:
        """Waits until the screen is as it should be."""
        end = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < end, f"waited in vain:\n{self.text}"
            assert not self.ended, f"it ended too early:\n{self.text}"
            self.read()

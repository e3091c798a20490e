"""The time, as the record writes it."""

import time
from datetime import UTC, datetime
from typing import Final

_SECOND: Final = 1_000_000_000


def timestamp() -> str:
    """Now."""
    return _clock.read()


class _Clock:
    """Writes the date and the second once for all moves within it."""

    def __init__(self) -> None:
        self._written = (-1, "")

    def read(self) -> str:
        second, rest = divmod(time.time_ns(), _SECOND)
        known, text = self._written
        if second != known:
            text = datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S")
            self._written = second, text
        return f"{text}.{rest // 1000:06d}Z"


_clock: Final = _Clock()

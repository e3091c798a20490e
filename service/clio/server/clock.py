"""The current time in the record's format."""

import time
from datetime import UTC, datetime
from typing import Final

_SECOND: Final = 1_000_000_000


class _Clock:
    """Formats the date and the second once for all moves within that second."""

    def __init__(self) -> None:
        self._written = (-1, "")

    def read(self) -> str:
        second, rest = divmod(time.time_ns(), _SECOND)
        known, text = self._written
        if second != known:
            text = datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S")
            self._written = second, text
        return f"{text}.{rest // 1000:06d}Z"


timestamp: Final = _Clock().read
"""Returns the current time."""

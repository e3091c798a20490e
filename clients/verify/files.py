"""Record files: opened, unpacked and cut into lines, however large."""

import gzip
import zlib
from collections.abc import Iterable, Iterator
from io import SEEK_END
from pathlib import Path
from typing import BinaryIO, Final

from domain.games import GAMES
from domain.kernel.event_types import EventTypes
from domain.kernel.record import FlawError, Record
from domain.kernel.record_reading import read_lines

__all__ = ["TYPES", "FlawError", "Record", "lines_of", "read_file", "read_record"]

TYPES: Final = EventTypes(GAMES.values())
LONGEST_LINE: Final = 4 * 1024 * 1024
_GZIP: Final = b"\x1f\x8b"
_SMALL: Final = 16 * 1024 * 1024
_MOST_TIMES: Final = 50
"""Records pack to about a fifth. What unpacks to far more, and not to little, is there to fill the memory."""


def read_file(path: Path) -> Record:
    """The record in a ``.clio`` or ``.clio.gz`` file; OSError where it cannot be opened, FlawError where it is none."""
    with path.open("rb") as file:
        return read_lines(lines_of(file), TYPES)


def read_record(lines: Iterable[bytes]) -> Record:
    """The record that lines without their ends make."""
    return read_lines(lines, TYPES)


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """The lines of an open file, without their ends."""
    packed = file.read(2) == _GZIP
    left = max(_SMALL, file.seek(0, SEEK_END) * _MOST_TIMES)
    file.seek(0)
    stream = gzip.GzipFile(fileobj=file) if packed else file
    try:
        while line := stream.readline(LONGEST_LINE):
            if not line.endswith(b"\n"):
                raise FlawError(None, "a line is too long, or the last one has no end")
            left -= len(line)
            if left < 0:
                raise FlawError(None, "the file unpacks to more than a record of its size has")
            yield line[:-1]
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise FlawError(None, f"the file is not whole gzip: {error}") from error

"""Reads record files of any size, decompressed and split into lines in bounded memory."""

import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from clio.games.registry import GAMES
from clio.kernel.events.event_types import EventTypes
from clio.kernel.limits import MAX_LINE_BYTES, MAX_RECORD_BYTES
from clio.kernel.message import Message
from clio.kernel.record_format.reader import read_lines
from clio.kernel.record_format.record import FlawError, Record

__all__ = ["TYPES", "FlawError", "Record", "lines_of", "read_file", "read_record"]

TYPES: Final = EventTypes(GAMES.values())
_GZIP: Final = b"\x1f\x8b"
_GZIP_WINDOW: Final = 31
"""zlib's ``wbits`` for a gzip stream with the largest window."""
_PART: Final = 256 * 1024
_TOO_LARGE: Final = Message("the file is larger than a record may be")


def read_file(path: Path) -> Record:
    """Reads a ``.clio`` or ``.clio.gz`` file; OSError if it cannot be opened, FlawError if it is not a record."""
    with path.open("rb") as file:
        return read_lines(lines_of(file), TYPES)


def read_record(lines: Iterable[bytes]) -> Record:
    """Reads a record from its lines, given without line feeds."""
    return read_lines(_counted(lines), TYPES)


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """The lines of an open file without line feeds; little more than one line is in memory at a time."""
    begun = b""
    unpacked = 0
    for part in _parts(file):
        unpacked += len(part)
        if unpacked > MAX_RECORD_BYTES:
            raise FlawError(None, _TOO_LARGE)
        lines = (begun + part).split(b"\n")
        begun = lines.pop()
        if len(begun) > MAX_LINE_BYTES:
            raise FlawError(None, "a line has more than {limit} bytes", limit=MAX_LINE_BYTES)
        yield from lines
    if begun:
        raise FlawError(None, "the last line does not end in a line feed")


def _counted(lines: Iterable[bytes]) -> Iterator[bytes]:
    left = MAX_RECORD_BYTES
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            raise FlawError(None, _TOO_LARGE)
        yield line


def _parts(file: BinaryIO) -> Iterator[bytes]:
    """The content in chunks, decompressed if it is gzip: one complete member, and nothing after it."""
    part = file.read(_PART)
    if not part.startswith(_GZIP):
        while part:
            yield part
            part = file.read(_PART)
        return
    unpacker = zlib.decompressobj(_GZIP_WINDOW)
    packed = 0
    try:
        while part and not unpacker.eof:
            packed += len(part)
            if packed > MAX_RECORD_BYTES:
                raise FlawError(None, _TOO_LARGE)
            yield unpacker.decompress(part, _PART)
            while unpacker.unconsumed_tail and not unpacker.eof:
                yield unpacker.decompress(unpacker.unconsumed_tail, _PART)
            if not unpacker.eof:
                part = file.read(_PART)
    except zlib.error as error:
        raise FlawError(None, "the file is not whole gzip: {error}", error=str(error)) from error
    if not unpacker.eof:
        raise FlawError(None, "the file is not whole gzip: it breaks off")
    if unpacker.unused_data or unpacker.unconsumed_tail or file.read(1):
        raise FlawError(None, "something follows the end of the gzip stream")

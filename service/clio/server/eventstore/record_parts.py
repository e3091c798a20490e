"""The content of a record in parts.

In one piece it would be copied, split and joined under the interpreter's lock, for several milliseconds. A part takes a
fraction of one, and other threads run between two parts.
"""

import zlib
from collections.abc import Iterable, Iterator
from typing import Final

PART_BYTES: Final = 64 * 1024
_GZIP: Final = 31
"""What zlib calls a gzip stream with the largest window."""
_MAGIC: Final = b"\x1f\x8b"


def deflated(parts: Iterable[bytes]) -> bytes:
    """The parts as one zlib stream."""
    packer = zlib.compressobj()
    return b"".join([*(packer.compress(part) for part in parts), packer.flush()])


def inflated(packed: bytes) -> Iterator[bytes]:
    """The parts of a zlib stream of ours."""
    unpacker = zlib.decompressobj()
    while part := unpacker.decompress(packed, PART_BYTES):
        yield part
        packed = unpacker.unconsumed_tail
    if not unpacker.eof:
        raise zlib.error("the stream is not whole")


def unpacked(parts: Iterable[bytes], most: int) -> list[bytes] | None:
    """The parts of a file, unpacked if it is gzipped; None where they are more than ``most`` bytes.

    zlib.error where the file is not one whole gzip stream.
    """
    plain: list[bytes] = []
    size = 0
    for part in _unpacked(parts):
        size += len(part)
        if size > most:
            return None
        plain.append(part)
    return plain


def _unpacked(parts: Iterable[bytes]) -> Iterator[bytes]:
    stream = iter(parts)
    first = next(stream, b"")
    if not first.startswith(_MAGIC):
        yield first
        yield from stream
        return
    unpacker = zlib.decompressobj(wbits=_GZIP)
    for packed in (first, *stream):
        if unpacker.eof:
            raise zlib.error("something follows the stream")
        rest = packed
        while rest and (part := unpacker.decompress(rest, PART_BYTES)):
            yield part
            rest = unpacker.unconsumed_tail
    if unpacker.unused_data:
        raise zlib.error("something follows the stream")
    if part := unpacker.flush():
        yield part
    if not unpacker.eof:
        raise zlib.error("the stream is not whole")


def lines_of(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The lines without their ends; what follows the last end is no line."""
    rest = b""
    for part in parts:
        *lines, rest = (rest + part).split(b"\n")
        yield from lines

"""gzip of requests and responses, bounded on both sides."""

import zlib
from typing import Final

from clio.server.errors import malformed, too_large

SUPPORTED: Final = "gzip, identity"
MIN_BYTES: Final = 1_024
"""Smaller responses are not compressed: it would save little, and they are the ones that hold tokens."""
MAX_BYTES: Final = 256 * 1024
"""Larger ones are not either: the event loop would stand still meanwhile."""
_GZIP: Final = 31
"""zlib's window bits for a gzip header."""
_LEVEL: Final = 1


def compressed(data: bytes, level: int = _LEVEL) -> bytes:
    """The bytes as gzip."""
    packer = zlib.compressobj(level, zlib.DEFLATED, _GZIP)
    return packer.compress(data) + packer.flush()


def decompressed(data: bytes, limit: int) -> bytes:
    """The bytes that a gzip of a request stands for; more than the limit are never unpacked."""
    unpacker = zlib.decompressobj(_GZIP)
    try:
        plain = unpacker.decompress(data, limit + 1)
    except zlib.error as error:
        raise malformed("The request is not the gzip that it says it is.") from error
    if len(plain) > limit:
        raise too_large(len(plain), limit)
    if not unpacker.eof or unpacker.unused_data:
        raise malformed("The request is not the gzip that it says it is.")
    return plain


def is_worth_compressing(data: bytes) -> bool:
    """Whether a response gains from gzip."""
    return MIN_BYTES <= len(data) <= MAX_BYTES


def accepts_gzip(header: bytes) -> bool:
    """Whether a list of encodings that a client accepts has gzip."""
    for part in header.split(b","):
        name, _, weight = part.partition(b";")
        if name.strip().lower() == b"gzip":
            return weight.replace(b" ", b"") not in (b"q=0", b"q=0.0", b"q=0.00", b"q=0.000")
    return False

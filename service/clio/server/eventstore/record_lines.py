"""A match as the lines of a record file, and lines as the parts of a stream."""

import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Final

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Viewpoint
from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.chain import FORMAT
from clio.kernel.match.aggregate import Match
from clio.kernel.match.redaction import openings

PART: Final = 64 * 1024
"""About the bytes of a message. The event loop copies a message in one go: a large one makes others wait."""
_GZIP: Final = 31
"""What zlib calls a gzip stream with the largest window."""

Run = Callable[[Callable[[bytes], bytes], bytes], Awaitable[bytes]]


async def _at_once(work: Callable[[bytes], bytes], text: bytes) -> bytes:
    return work(text)


def header_line(match: Match) -> bytes:
    """The first line."""
    return canonical({"format": FORMAT, "game": match.game.name, "match": match.id, "rules": match.rules}) + b"\n"


def event_line(event: MatchEvent, viewpoint: Viewpoint, salt_key: bytes) -> bytes:
    """An event's line, with the openings that the viewpoint may see."""
    opened = canonical(list(openings((event,), viewpoint, salt_key))) if event.secrets else b"[]"
    return b'{"digest":"%b","event":%b,"openings":%b}\n' % (event.digest.hex().encode(), event.canonical, opened)


def head_line(seq: int, digest: bytes, key: bytes, signature: bytes) -> bytes:
    """The last line."""
    head = {"digest": digest.hex(), "key": key.hex(), "seq": seq, "signature": signature.hex()}
    return canonical({"head": head}) + b"\n"


async def in_parts(texts: AsyncIterator[bytes], *, packed: bool, run: Run = _at_once) -> AsyncIterator[bytes]:
    """Texts as parts of a sensible size, gzipped on the way if wanted; never more than one part in memory.

    ``run`` compresses in a worker.
    """
    packer = zlib.compressobj(wbits=_GZIP) if packed else None
    waiting = bytearray()
    async for text in texts:
        waiting += text if packer is None else await run(packer.compress, text)
        if len(waiting) >= PART:
            yield bytes(waiting)
            waiting.clear()
    if packer is not None:
        waiting += packer.flush()
    yield bytes(waiting)


def split(content: bytes) -> Iterable[bytes]:
    """The lines without their ends; what follows the last end counts as a line, so that nothing is passed over."""
    lines = content.split(b"\n")
    return lines[:-1] if lines[-1] == b"" else lines

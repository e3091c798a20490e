"""Bytes after a gzip member: refused at once, whatever the size of the record before them."""

import gzip
import io
import random
from itertools import islice

import pytest

from clio.verify import record_files
from clio.verify.record_files import FlawError, lines_of

SIZES = (1, 1000, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 600_000, 3_000_000)
TAILS = (b"\0", b"tail", gzip.compress(b"more\n", mtime=0), b"x" * 300_000)


def content(size: int) -> bytes:
    """Lines of this size together, which pack to about a half."""
    letters = random.Random(size).choices(b"0123456789abcdef\n", k=size - 1)
    return bytes(letters) + b"\n"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tail", TAILS, ids=len)
def test_what_follows_a_gzip_member_is_refused(size: int, tail: bytes) -> None:
    file = io.BytesIO(gzip.compress(content(size), mtime=0) + tail)
    with pytest.raises(FlawError, match="follows the end"):
        for _ in islice(record_files._parts(file), 1000):
            pass


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_gzip_member_gives_all_its_lines(size: int) -> None:
    packed = io.BytesIO(gzip.compress(content(size), mtime=0))
    assert b"".join(line + b"\n" for line in lines_of(packed)) == content(size)


@pytest.mark.parametrize("size", SIZES)
def test_a_gzip_member_that_breaks_off_is_refused(size: int) -> None:
    file = io.BytesIO(gzip.compress(content(size), mtime=0)[:-1])
    with pytest.raises(FlawError, match="breaks off"):
        for _ in islice(record_files._parts(file), 1000):
            pass

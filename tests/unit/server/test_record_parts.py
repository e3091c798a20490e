"""Records in parts: what comes out is what went in, however it was cut."""

import gzip
import zlib

import pytest

from clio.server.app.upload_buffer import UploadBuffer
from clio.server.eventstore.record_parts import PART_BYTES, deflated, inflated, lines_of, unpacked

LINES = [b"%d " % number * (number % 90) for number in range(9_000)]
CONTENT = b"".join(line + b"\n" for line in LINES)
MOST = len(CONTENT)


def cut(content: bytes, size: int) -> list[bytes]:
    return [content[start : start + size] for start in range(0, len(content), size)]


@pytest.mark.parametrize("size", [701, PART_BYTES, MOST])
def test_lines_are_the_same_wherever_the_parts_are_cut(size: int) -> None:
    assert list(lines_of(cut(CONTENT, size))) == LINES


def test_what_is_packed_is_unpacked_in_small_parts() -> None:
    parts = list(inflated(deflated(cut(CONTENT, 5_000))))
    assert b"".join(parts) == CONTENT == zlib.decompress(deflated([CONTENT]))
    assert max(map(len, parts)) <= PART_BYTES
    assert list(inflated(zlib.compress(b""))) == []


def test_a_damaged_stream_is_an_error() -> None:
    with pytest.raises(zlib.error):
        list(inflated(deflated([CONTENT])[:-2]))


@pytest.mark.parametrize("size", [700, PART_BYTES, MOST])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_files_are_unpacked_within_their_limit(pack: type[bytes], size: int) -> None:
    parts = cut(pack(CONTENT), size)
    plain = unpacked(parts, MOST)
    assert plain is not None
    assert b"".join(plain) == CONTENT
    assert unpacked(parts, MOST - 1) is None


def test_a_bomb_is_not_unpacked_beyond_its_limit() -> None:
    assert unpacked([gzip.compress(bytes(50_000_000))], MOST) is None


@pytest.mark.parametrize(
    "packed", [gzip.compress(CONTENT)[:-3], gzip.compress(CONTENT) + b"more", gzip.compress(CONTENT) * 2]
)
@pytest.mark.parametrize("size", [700, MOST])
def test_a_file_that_is_not_one_whole_stream_is_an_error(packed: bytes, size: int) -> None:
    with pytest.raises(zlib.error):
        unpacked(cut(packed, size), MOST)


@pytest.mark.parametrize("size", [1_000, PART_BYTES - 1, PART_BYTES])
def test_an_upload_is_kept_in_parts_of_one_size(size: int) -> None:
    buffer = UploadBuffer()
    for chunk in cut(CONTENT, size):
        buffer.add(chunk)
    parts = buffer.parts()
    assert (b"".join(parts), buffer.size) == (CONTENT, MOST)
    assert len(parts) > MOST // (2 * PART_BYTES) > 1
    assert all(PART_BYTES <= len(part) < 2 * PART_BYTES for part in parts[:-1])


def test_an_empty_upload_has_no_parts() -> None:
    assert UploadBuffer().parts() == []

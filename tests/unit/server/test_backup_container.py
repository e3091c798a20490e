"""The outside of a backup: what goes in comes out, and what was touched does not."""

import io
import random
import zlib
from collections.abc import Callable, Iterator

import pytest

from clio.server.backup.container import CHUNK, MAGIC, decrypted, encrypted
from clio.server.backup.errors import BackupError

KEY, OTHER = b"k" * 32, b"o" * 32
PAYLOAD = random.Random(1).randbytes(3 * CHUNK + 1000)


def parts(payload: bytes, size: int = 10_000) -> Iterator[bytes]:
    for start in range(0, len(payload), size):
        yield payload[start : start + size]


def pieces(content: bytes) -> tuple[bytes, list[bytes]]:
    """The label, and the chunks with their lengths."""
    start = content.index(b"\n", len(MAGIC)) + 1
    label, chunks = content[:start], []
    while start < len(content):
        end = start + 4 + int.from_bytes(content[start : start + 4], "big")
        chunks.append(content[start:end])
        start = end
    return label, chunks


def refusal(content: bytes, *keys: bytes) -> str:
    with pytest.raises(BackupError) as caught:
        b"".join(decrypted(io.BytesIO(content), keys))
    return caught.value.reason


@pytest.mark.parametrize("key", [None, KEY, b"s" * 16])
@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, len(PAYLOAD)])
def test_what_goes_in_comes_out(key: bytes | None, size: int) -> None:
    content = b"".join(encrypted(parts(PAYLOAD[:size]), key))
    assert b"".join(decrypted(io.BytesIO(content), [OTHER, key] if key else [])) == PAYLOAD[:size]


def test_the_same_payload_is_never_enciphered_alike() -> None:
    one, other = (b"".join(encrypted([b"the same"], KEY)) for _ in range(2))
    assert pieces(one)[1] != pieces(other)[1]


def test_only_the_right_key_opens_it() -> None:
    content = b"".join(encrypted(parts(PAYLOAD), KEY))
    assert refusal(content) == "KEY_MISSING"
    assert refusal(content, OTHER) == "KEY_WRONG"


TAMPERED: dict[str, Callable[[bytes, list[bytes]], list[bytes]]] = {
    "the last chunk is gone": lambda label, chunks: [label, *chunks[:-1]],
    "a chunk in the middle is gone": lambda label, chunks: [label, *chunks[:1], *chunks[2:]],
    "the first chunk is gone": lambda label, chunks: [label, *chunks[1:]],
    "all chunks are gone": lambda label, chunks: [label],
    "two chunks have changed places": lambda label, chunks: [label, chunks[1], chunks[0], *chunks[2:]],
    "a chunk comes twice": lambda label, chunks: [label, *chunks[:2], *chunks[1:]],
    "the last chunk comes twice": lambda label, chunks: [label, *chunks, chunks[-1]],
    "the file is cut inside a chunk": lambda label, chunks: [label, *chunks[:-1], chunks[-1][:-3]],
    "the file is cut inside a length": lambda label, chunks: [label, *chunks[:-1], chunks[-1][:2]],
    "something follows": lambda label, chunks: [label, *chunks, b"\0"],
}


@pytest.mark.parametrize("tamper", TAMPERED.values(), ids=list(TAMPERED))
def test_no_chunk_can_be_moved_or_left_out(tamper: Callable[[bytes, list[bytes]], list[bytes]]) -> None:
    label, chunks = pieces(b"".join(encrypted(parts(PAYLOAD), KEY)))
    assert len(chunks) == 4
    assert refusal(b"".join(tamper(label, chunks)), KEY) in ("DAMAGED", "CUT_OFF")


def test_a_chunk_of_another_backup_with_the_same_key_does_not_fit() -> None:
    label, chunks = pieces(b"".join(encrypted(parts(PAYLOAD), KEY)))
    _, others = pieces(b"".join(encrypted(parts(PAYLOAD), KEY)))
    assert refusal(b"".join([label, chunks[0], others[1], *chunks[2:]]), KEY) == "DAMAGED"


def test_no_byte_can_be_changed() -> None:
    content = b"".join(encrypted([b"a short payload"], KEY))
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 1
        with pytest.raises(BackupError):
            b"".join(decrypted(io.BytesIO(bytes(changed)), [KEY]))


@pytest.mark.parametrize("content", [b"", b"clio", MAGIC, MAGIC + b"{}\n", b"something else\n{}\n", MAGIC + b"\xff\n"])
def test_what_is_no_backup_is_called_so(content: bytes) -> None:
    assert refusal(content, KEY) == "NOT_A_BACKUP"


def test_a_chunk_that_unpacks_to_more_than_a_chunk_is_refused() -> None:

    label, _ = pieces(b"".join(encrypted([b""], None)))
    bomb = zlib.compress(bytes(100 * CHUNK))
    assert refusal(label + len(bomb).to_bytes(4, "big") + bomb) == "DAMAGED"

"""Files built to exhaust a verifier: refused with little memory, in a process that may not have more."""

import gzip
import json
import resource
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from clio.kernel.limits import MAX_COMMAS
from tests.kit.damage import entries_of, rewritten
from tests.kit.records import lines_of
from tests.kit.table import Table
from tests.unit.repository.tree import ROOT

MOST = 512 * 1024 * 1024
GOOD = lines_of(Table("akros", 2, seed=4).finish())
WHOLE = b"".join(line + b"\n" for line in GOOD)


def pool(number: int) -> bytes:
    entries = json.loads(json.dumps(entries_of(GOOD)))
    entries[4]["event"]["public"]["pool"] = {"sea": number}
    return rewritten(GOOD, entries)


def small_values(events: int) -> bytes:
    """A record that chains and is signed, with 4,000 texts of one letter in each of many events."""
    entries = json.loads(json.dumps(entries_of(GOOD)))
    place = next(number for number, entry in enumerate(entries) if entry["event"]["type"] == "akros.TilesDrawn")
    drawn = entries[place]["event"]
    many = [
        {
            **entries[place],
            "event": {**drawn, "public": {**drawn["public"], "tiles": ["a"] * 4_000}, "request": f"r{n}"},
        }
        for n in range(events)
    ]
    return rewritten(GOOD, [*entries[:place], *many, *entries[place + 1 :]])


def bomb() -> bytes:
    packer = zlib.compressobj(9, wbits=31)
    return b"".join(packer.compress(b"\n" * 1024 * 1024) for _ in range(1024)) + packer.flush()


def long_line() -> bytes:
    packer = zlib.compressobj(9, wbits=31)
    return b"".join(packer.compress(b"[" * 1024 * 1024) for _ in range(1024)) + packer.flush()


FILES: dict[str, Callable[[], bytes]] = {
    "a pool of 10^12": lambda: pool(10**12),
    "a pool of 2^53": lambda: pool(2**53),
    "gzip that unpacks to a gigabyte of lines": bomb,
    "gzip that unpacks to one line of a gigabyte": long_line,
    "gzip of a deep line": lambda: gzip.compress(GOOD[0] + b"\n" + b"[" * 1_000_000 + b"\n" + GOOD[-1] + b"\n"),
    "millions of small values": lambda: small_values(1_900),
    "two gzip members": lambda: gzip.compress(WHOLE[:2000]) + gzip.compress(WHOLE[2000:]),
    "many gzip members": lambda: gzip.compress(WHOLE) + gzip.compress(b"") * 10_000,
    "bytes after the gzip stream": lambda: gzip.compress(WHOLE) + b"\0",
    "gzip that breaks off": lambda: gzip.compress(WHOLE)[:-4],
}
"""Built when a test needs one: two of them take seconds, and every process that collects tests loads this module."""


@pytest.mark.parametrize("kind", FILES)
def test_a_file_built_to_exhaust_fails_at_level_1_with_little_memory(kind: str, tmp_path: Path) -> None:
    assert failed_level(FILES[kind](), tmp_path / "match.clio") == 1


def test_as_many_values_as_a_record_may_have_are_read_with_little_memory(tmp_path: Path) -> None:
    content = small_values(490)
    assert MAX_COMMAS * 0.95 < content.count(b",") <= MAX_COMMAS
    assert failed_level(content, tmp_path / "match.clio") == 2


def failed_level(content: bytes, path: Path) -> int:
    """What a process with little memory finds."""
    path.write_bytes(content)
    program = (
        "import sys; from pathlib import Path; from clio.verify.verifier import verify_file;"
        "report = verify_file(Path(sys.argv[1])); print(report.failed_level)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'proto'}"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-500:]
    return int(done.stdout)


def test_one_whole_member_is_read(tmp_path: Path) -> None:
    path = tmp_path / "match.clio.gz"
    path.write_bytes(gzip.compress(WHOLE))
    from clio.verify.verifier import verify_file  # noqa: PLC0415 (others read in a process of their own)

    assert verify_file(path).worst == 0

"""Files that claim to be records: both verifiers report on whatever they hold."""

import gzip
import random
import tempfile
from pathlib import Path

from clio.verify import verify_match
from clio.verify.record_files import lines_of
from clio.verify.verifier import verify_file
from tests.corpus.grow import FOLDER
from tests.fuzz.messages import broken
from tests.fuzz.nonsense import nonsense_record
from tests.kit.damage import joined

_FILES = ("akros-aborted", "amphipolis-2-resigned", "akros-resigned", "akrotiri-resigned")


def one(data: bytes) -> None:
    """The bytes as they are, and as the dice by which a good record is damaged or rewritten."""
    _verify(data)
    rng = random.Random(data)
    lines = list(rng.choice(_RECORDS))
    content = nonsense_record(rng, lines) if rng.random() < 0.6 else broken(rng, joined(lines))
    _verify(gzip.compress(content, 1) if rng.random() < 0.2 else content)


def _verify(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.clio"
        path.write_bytes(content)
        report, second = verify_file(path), verify_match.verify_file(path)
    # The other way round need not hold: the second does not read the scores, which its levels say nothing about.
    assert report.integrity.verdict != "pass" or second.integrity.verdict == "pass", (report, second)


def _read(name: str) -> tuple[bytes, ...]:
    with (FOLDER / f"{name}.clio.gz").open("rb") as file:
        return tuple(lines_of(file))


_RECORDS = tuple(_read(name) for name in _FILES)
SEEDS = (joined(list(_RECORDS[0])), gzip.compress(joined(list(_RECORDS[1])), mtime=0), b"{}\n{}\n{}\n")

"""Runs all three verifiers on damaged copies of the corpus. ``make damage`` runs it at full length."""

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from clio.verify import verify_match
from clio.verify.record_files import lines_of
from clio.verify.verifier import verify_lines
from tests.corpus.grow import FOLDER
from tests.kit.damage import Mutant, joined, mutants
from tests.kit.third_verifier import third_verifier


@dataclass
class Counts:
    """The damaged records, and the damage that was not detected. ``copy`` is the file that the third verifier reads."""

    copy: Path
    records: int = 0
    mutants: Counter[str] = field(default_factory=Counter)
    second: int = 0
    survivors: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        for kind, count in sorted(self.mutants.items()):
            yield f"{count:7}  {kind}"
        yield f"{self.mutants.total():7}  mutants of {self.records} records; survivors: {len(self.survivors)}"
        yield f"{self.second:7}  of them within levels 1 and 2, and judged by the two other implementations too"
        yield from self.survivors


def run(flips: int, places: int, seed: int = 0) -> Counts:
    with tempfile.TemporaryDirectory() as folder:
        return _run(Counts(Path(folder) / "damaged.clio"), flips, places, seed)


def _run(counts: Counts, flips: int, places: int, seed: int) -> Counts:
    for path in sorted(FOLDER.glob("*.clio.gz")):
        with path.open("rb") as file:
            lines = list(lines_of(file))
        counts.records += 1
        for mutant in mutants(lines, random.Random(f"{path.name}/{seed}"), flips, places):
            if mutant.content == joined(lines):
                continue
            counts.mutants[mutant.kind] += 1
            _judge(counts, path, mutant)
    return counts


def split(content: bytes) -> list[bytes]:
    """Splits a file into lines; a file without its last line feed has none."""
    lines = content.split(b"\n")
    return lines[:-1] if lines[-1] == b"" else []


def _judge(counts: Counts, path: Path, mutant: Mutant) -> None:
    report = verify_lines(split(mutant.content), key=mutant.key)
    if report.failed_level not in mutant.levels:
        counts.survivors.append(f"{path.name}: {mutant.kind}: full verifier: level {report.failed_level}, {report}")
    if not mutant.second:
        return
    counts.second += 1
    counts.copy.write_bytes(mutant.content)
    third = third_verifier().verdicts(counts.copy, mutant.key)
    if "fail" not in third or third.index("fail") + 1 not in mutant.second:
        counts.survivors.append(f"{path.name}: {mutant.kind}: TypeScript verifier: {third}")
    other = verify_match.verify_lines(split(mutant.content), mutant.key)
    if other.exit_code not in mutant.second:
        counts.survivors.append(f"{path.name}: {mutant.kind}: second verifier: level {other.exit_code}, {other}")


def main() -> None:
    counts = run(flips=600, places=12)
    sys.stdout.write("\n".join(counts.lines()) + "\n")
    sys.exit(bool(counts.survivors))


if __name__ == "__main__":
    main()

"""The suite: every kind over every base, before all three verifiers."""

import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from clio.verify import verifier, verify_match
from tests.kit.third_verifier import third_verifier
from tests.mutants import (
    actor_kinds,
    chance_kinds,
    envelope_kinds,
    fact_kinds,
    fair_play_kinds,
    file_kinds,
    forged_agreement_kinds,
    form_kinds,
    head_kinds,
    lifecycle_kinds,
    opening_kinds,
    own_table_kinds,
    payload_kinds,
    request_kinds,
    result_kinds,
    rules_kinds,
    size_kinds,
    time_kinds,
)
from tests.mutants.bases import bases, fair_bases
from tests.mutants.kind import FAIRNESS, NOT_JUDGED, OWN_TABLE, PASS, Kind

MODULES = (
    file_kinds,
    form_kinds,
    head_kinds,
    envelope_kinds,
    payload_kinds,
    actor_kinds,
    time_kinds,
    request_kinds,
    lifecycle_kinds,
    opening_kinds,
    size_kinds,
    chance_kinds,
    own_table_kinds,
    rules_kinds,
    fact_kinds,
    result_kinds,
    fair_play_kinds,
    forged_agreement_kinds,
)
KINDS: tuple[Kind, ...] = tuple(kind for module in MODULES for kind in module.KINDS)
LEVEL_NAMES = {0: "legal", 1: "integrity", 2: "fairness", 3: "legality", 4: "result", 5: "not judged", 6: "own table"}


@dataclass(frozen=True)
class Found:
    """What the verifiers say of one mutant: the verdicts of levels 1 to 4, and twice of 1 and 2."""

    full: tuple[str, ...]
    second: tuple[str, ...]
    third: tuple[str, ...]

    def level(self, verdicts: tuple[str, ...]) -> int:
        if "fail" in verdicts:
            return verdicts.index("fail") + 1
        if "own table" in verdicts:
            return OWN_TABLE
        return NOT_JUDGED if "not judged" in verdicts else PASS


@dataclass
class Counts:
    """The table: mutants by kind, and what did not come out as stated."""

    mutants: Counter[str] = field(default_factory=Counter)
    disagreements: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        for kind in KINDS:
            yield f"{self.mutants[kind.name]:7}  {LEVEL_NAMES[kind.level]:<10}  {kind.name}"
        yield from self.summary()

    def summary(self) -> Iterator[str]:
        """The table without its rows."""
        survivors = [kind for kind in KINDS if kind.level == PASS]
        yield ""
        yield f"{len(KINDS):7}  kinds"
        yield f"{self.mutants.total():7}  mutants, each before three verifiers"
        yield f"{sum(self.mutants[kind.name] for kind in survivors):7}  of them legal survivors:"
        for kind in survivors:
            yield f"{self.mutants[kind.name]:7}    {kind.name}: {kind.reason}"
        yield f"{len(self.disagreements):7}  not as stated, or judged differently by the verifiers"
        yield from self.disagreements


def run(places: int, records: int | None = None, kinds: tuple[Kind, ...] = KINDS) -> Counts:
    """Runs ``places`` cases of every kind in every base, or in the ``records`` shortest that have any."""
    counts = Counts()
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds:
            for name, content in mutants(kind, places, records):
                counts.mutants[kind.name] += 1
                found = judged(content, Path(folder) / "mutant.clio")
                if (why := difference(kind, found)) is not None:
                    counts.disagreements.append(f"{kind.name}: {name}: {why}")
    return counts


def mutants(kind: Kind, places: int, records: int | None = None) -> Iterator[tuple[str, bytes]]:
    """The mutants of a kind: the base and the case by name, and the file."""
    rng = random.Random(kind.name)
    found = fair_bases() if kind.fair else bases(marked=kind.marked)
    drafts = sorted(found, key=lambda draft: len(draft.entries))
    used = 0
    for draft in drafts:
        cases = list(kind.cases(draft))
        for case in rng.sample(cases, min(places, len(cases))):
            changed = draft.copy()
            kind.change(changed, *case)
            yield f"{draft.name} {_shown(case)}", changed.write()
        used += bool(cases)
        if used == records:
            return


def _shown(case: tuple[object, ...]) -> str:
    return " ".join(ascii(part)[:60] for part in case)


def judged(content: bytes, path: Path) -> Found:
    path.write_bytes(content)
    full, second = verifier.verify_file(path), verify_match.verify_file(path)
    return Found(
        tuple(level.verdict for _, level in full.levels()),
        (second.integrity.verdict, second.fairness.verdict),
        third_verifier().verdicts(path),
    )


def difference(kind: Kind, found: Found) -> str | None:
    """How what was found differs from what the kind states, or the verifiers from each other."""
    stated = LEVEL_NAMES[kind.level]
    if found.level(found.full) != kind.level:
        return f"stated {stated}, full verifier {found.full}"
    for name, verdicts in (("stand-alone", found.second), ("TypeScript", found.third)):
        if kind.level <= FAIRNESS and found.level(verdicts) != kind.level:
            return f"stated {stated}, {name} verifier {verdicts}"
        if found.full[:2] != verdicts:
            return f"full verifier {found.full}, {name} verifier {verdicts}"
    return None

"""Verifies many record files in parallel, on all cores."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

from clio.verify.verdicts import Report
from clio.verify.verifier import verify_file

FEW: Final = 16
"""Up to this number of files, starting a second process costs more than it saves."""


def verify_many(
    paths: Sequence[Path], key: str, *, rules: bool, by_rules: str = "", jobs: int = 0
) -> Iterator[Report | str]:
    """A report for each file, in order; an error message for a file that cannot be read."""
    work = partial(_verify, key=key, rules=rules, by_rules=by_rules)
    workers = jobs or (1 if len(paths) <= FEW else os.cpu_count() or 1)
    if workers == 1:
        yield from map(work, paths)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(work, paths, chunksize=max(1, min(32, len(paths) // (workers * 4))))


def _verify(path: Path, key: str, *, rules: bool, by_rules: str) -> Report | str:
    try:
        return verify_file(path, key, rules=rules, by_rules=by_rules)
    except OSError as error:
        return error.strerror or str(error)

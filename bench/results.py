"""The results as they are kept: for each measurement its rows, and where and when they were taken."""

from pathlib import Path

import msgspec

from bench.machine import Surroundings
from bench.row import Row


class Taken(msgspec.Struct, frozen=True):
    """One measurement's rows."""

    at: str
    seconds: float
    surroundings: Surroundings
    rows: list[Row]


Results = dict[str, Taken]


def load(path: Path) -> Results:
    """What an earlier run has left; nothing if there was none."""
    return msgspec.json.decode(path.read_bytes(), type=Results) if path.exists() else {}


def save(path: Path, results: Results) -> None:
    """Keeps them as JSON that a person can read."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(results), indent=1) + b"\n")

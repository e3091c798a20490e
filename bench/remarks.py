"""Remarks about targets that are not met."""

import tomllib
from pathlib import Path
from typing import Final

from bench.targets import TARGETS

FILE: Final = Path(__file__).parent / "remarks.toml"


def remarks() -> dict[str, str]:
    """The remarks by the key of their target; a key that no target has is a mistake."""
    found = tomllib.loads(FILE.read_text())
    if unknown := found.keys() - {target.key for target in TARGETS}:
        raise ValueError(f"remarks on targets that do not exist: {sorted(unknown)}")
    return {key: str(text).strip() for key, text in found.items()}

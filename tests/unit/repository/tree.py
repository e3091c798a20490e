"""The repository as files: where it is, and the texts that belong to it."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
_NOT_OURS: Final = {".git", ".venv", "__pycache__", "build", "dist", "node_modules", "results"}


def files(root: Path = ROOT) -> Iterator[Path]:
    """Every file that git would track, found without git so that it works in an unpacked archive too."""
    for folder, names, leaves in os.walk(root):
        names[:] = sorted(name for name in names if name not in _NOT_OURS and not name.endswith("_cache"))
        if Path(folder) == root:
            names[:] = [name for name in names if not name.startswith(".") or name == ".ci"]
        yield from (Path(folder) / leaf for leaf in sorted(leaves) if leaf not in _NOT_OURS)


def texts() -> Iterator[tuple[Path, str]]:
    """Every file that is text, with its path from the root."""
    for file in files():
        content = file.read_bytes()
        if b"\0" not in content:
            yield file.relative_to(ROOT), content.decode()

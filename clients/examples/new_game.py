"""Writes the skeleton of a new game: ``make new-game NAME=kalah DIR=../kalah``.

The result is an installable package that passes its tests: a small game to be replaced by yours.
"""

import re
import sys
from pathlib import Path

SKELETON = Path(__file__).parent / "skeleton"
LONGEST_NAME = 16


def write_skeleton(name: str, folder: Path) -> list[Path]:
    """Copies the skeleton under another name; ValueError where the name or the folder cannot be used."""
    if not re.fullmatch(r"[a-z][a-z0-9]*", name) or len(name) > LONGEST_NAME:
        message = f"the name is a word of small letters and digits, at most {LONGEST_NAME}: {name!r}"
        raise ValueError(message)
    if folder.exists() and any(folder.iterdir()):
        message = f"{folder} is not empty"
        raise ValueError(message)
    written = []
    for source in sorted(SKELETON.rglob("*")):
        if source.is_file() and "__pycache__" not in source.parts:
            target = folder / _renamed(str(source.relative_to(SKELETON)), name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_renamed(source.read_text(encoding="utf-8"), name), encoding="utf-8")
            written.append(target)
    return written


def _renamed(text: str, name: str) -> str:
    return text.replace("skeleton", name).replace("Skeleton", name.capitalize()).replace("SKELETON", name.upper())


def main() -> None:
    """Writes the files and lists them."""
    try:
        written = write_skeleton(sys.argv[1], Path(sys.argv[2]))
    except (IndexError, ValueError) as error:
        sys.exit(f"make new-game NAME=kalah DIR=../kalah: {error}")
    for path in written:
        print(path)


if __name__ == "__main__":
    main()

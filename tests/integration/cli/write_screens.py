"""Rewrites the golden screens; read the diff before committing it.

Arguments: the start of the names of the matches, and ``--pictures FOLDER`` for pictures of the screens.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.integration.cli.players_hands import GOLDENS, MATCHES, as_text, played


def write_screens(only: str, pictures: Path | None) -> None:
    """All of them, or those whose names start so."""
    GOLDENS.mkdir(exist_ok=True)
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
    for match in MATCHES:
        if match.golden.stem.startswith(only):
            with tempfile.TemporaryDirectory() as home:
                hands = played(Path(home), match, pictures)
            match.golden.write_text(as_text(hands), encoding="utf-8")
            sys.stdout.write(f"{match.golden.name}: {hands.keys} keys\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="?", default="")
    parser.add_argument("--pictures", type=Path)
    given = parser.parse_args()
    write_screens(given.only, given.pictures)

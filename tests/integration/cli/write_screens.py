"""Rewrites the golden screens; read the diff before committing it."""

import sys
import tempfile
from itertools import product
from pathlib import Path

from tests.integration.cli.players_hands import GAMES, GOLDENS, LANGUAGES, SIZES, as_text, golden, played


def write_screens(only: str = "") -> None:
    """All of them, or those of one game."""
    GOLDENS.mkdir(exist_ok=True)
    for game, language, size in product([only] if only else GAMES, LANGUAGES, SIZES):
        with tempfile.TemporaryDirectory() as home:
            hands = played(Path(home), game, language, size)
        golden(game, language, size).write_text(as_text(hands), encoding="utf-8")
        sys.stdout.write(f"{golden(game, language, size).name}: {hands.keys} keys\n")


if __name__ == "__main__":
    write_screens(*sys.argv[1:])

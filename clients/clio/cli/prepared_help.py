"""Pre-rendered help of ``clio``, one file per language; ``python -m clio.cli.prepared_help`` writes the files."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import click

from clio.cli.main import HELP_FILES
from clio.cli.program import clio, set_program_language
from clio.cli.version import LANGUAGES, WIDTH

FILE: Final = Path(__file__).with_name(HELP_FILES[LANGUAGES[0]])


def rendered() -> str:
    """Renders ``clio --help`` for a terminal of the usual width."""
    with click.Context(clio, info_name="clio", terminal_width=WIDTH - 2, **clio.context_settings) as context:
        return clio.get_help(context) + "\n"


def rendered_in(language: str) -> str:
    """Renders the help in a language, in a new process because Click caches its first translation."""
    arguments = [sys.executable, "-m", "clio.cli.prepared_help", language]
    return subprocess.run(arguments, capture_output=True, text=True, check=True, encoding="utf-8").stdout  # noqa: S603 (itself)


def _main(arguments: list[str]) -> None:
    for language in arguments:
        set_program_language(language)
        sys.stdout.write(rendered())
    if not arguments:
        for language, name in HELP_FILES.items():
            FILE.with_name(name).write_text(rendered_in(language), encoding="utf-8")


if __name__ == "__main__":
    _main(sys.argv[1:])

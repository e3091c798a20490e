"""The help of ``clio`` itself, kept as a text; ``python -m clients.cli.prepared_help`` writes it anew."""

from pathlib import Path
from typing import Final

import click

from clients.cli.main import WIDTH
from clients.cli.program import clio

FILE: Final = Path(__file__).with_name("help.txt")


def rendered() -> str:
    """What Click prints for ``clio --help`` on a terminal of the usual width."""
    with click.Context(clio, info_name="clio", terminal_width=WIDTH - 2, max_content_width=WIDTH) as context:
        return clio.get_help(context) + "\n"


if __name__ == "__main__":
    FILE.write_text(rendered(), encoding="utf-8")

"""Where a drawing goes: a file, or standard output."""

import sys
from pathlib import Path

import click

from clio.cli.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled
from clio.cli.text.system_errors import system_error

svg_option = click.option(
    "--svg",
    "svg_file",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    metavar="FILE",
    help="Draw it as SVG into FILE; - for standard output.",
)


def write_drawing(file: Path, text: str) -> None:
    """Writes a drawing."""
    if str(file) == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        reason = filled("{file} cannot be written: {error}.", file=file, error=system_error(error))
        raise Failure(ExitCode.REFUSED, "FILE", reason) from error

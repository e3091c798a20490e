"""Writing files that a command was asked for; a file that cannot be written ends the command."""

import sys
from collections.abc import Iterable
from pathlib import Path

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.errors.system_errors import system_error
from clio.cli.i18n.translate import filled


def write_file(file: Path, content: bytes) -> None:
    """Writes a file."""
    try:
        file.write_bytes(content)
    except OSError as error:
        raise write_failure(file, error) from error


def write_parts(file: Path, parts: Iterable[bytes]) -> None:
    """Writes a file part by part; one that could not be completed is removed."""
    try:
        with file.open("wb") as written:
            try:
                written.writelines(parts)
            except BaseException:
                file.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise write_failure(file, error) from error


def write_text(file: Path, text: str) -> None:
    """Writes a text to a file, or to standard output where the file is ``-``."""
    if str(file) != "-":
        write_file(file, text.encode())
        return
    sys.stdout.write(text)
    sys.stdout.flush()


def write_failure(file: Path, error: OSError) -> Failure:
    """The failure of a command that could not write its file."""
    reason = filled("{file} cannot be written: {error}.", file=file, error=system_error(error))
    return Failure(ExitCode.REFUSED, "FILE", reason)

"""The operator's token: given, or read from the server's data folder where this user may."""

import os
from pathlib import Path

import click

from clients.cli.exit_codes import ExitCode, Failure
from clients.cli.language import filled

operator_option = click.option(
    "--token",
    envvar="CLIO_ADMIN_TOKEN",
    default="",
    metavar="TOKEN",
    help="The operator's token; else from the file admin-token in the folder CLIO_DATA.",
)


def operator_token(given: str) -> str:
    """The token to use."""
    if given:
        return given
    file = Path(os.environ.get("CLIO_DATA", "data")) / "admin-token"
    try:
        return file.read_text(encoding="ascii").strip()
    except OSError as error:
        raise Failure(
            ExitCode.NOT_ALLOWED,
            "TOKEN_MISSING",
            filled(
                "This needs the operator's token: set CLIO_ADMIN_TOKEN, or CLIO_DATA to the folder of {file}.",
                file=file.name,
            ),
        ) from error

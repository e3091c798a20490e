"""The operator's token: from an option, or from the server's data folder."""

import os
from pathlib import Path

import click

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled
from clio.cli.session.session import Session
from clio.client.operator import OperatorCalls

operator_option = click.option(
    "--token",
    envvar="CLIO_ADMIN_TOKEN",
    default="",
    metavar="TOKEN",
    help="The operator's token (default: an API key with scope admin, or the file admin-token in CLIO_DATA).",
)


def operator_of(session: Session, token: str) -> OperatorCalls:
    """The operator's calls, with the given token, the connection's API key, or the local token."""
    if not token and not session.client.credentials.key:
        token = _local_token()
    return session.client.operator(token)


def _local_token() -> str:
    file = Path(os.environ.get("CLIO_DATA", "data")) / "admin-token"
    try:
        return file.read_text(encoding="ascii").strip()
    except OSError as error:
        raise Failure(
            ExitCode.NOT_ALLOWED,
            "TOKEN_MISSING",
            filled(
                "This command needs an API key with scope admin (CLIO_KEY) or the operator's token: "
                "set CLIO_ADMIN_TOKEN, or CLIO_DATA to the folder of {file}.",
                file=file.name,
            ),
        ) from error

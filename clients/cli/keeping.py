"""Remembering a token without losing it when it cannot be remembered."""

from collections.abc import Callable

from clients.cli.exit_codes import Failure
from clients.cli.output import Output


def kept(out: Output, token: str, keep: Callable[[], None]) -> None:
    """Keeps a token; where that fails it is shown, because nobody can give it a second time."""
    try:
        keep()
    except (OSError, Failure) as error:
        out.aside(f"clio: the token cannot be remembered ({error}). Keep it yourself: {token}")

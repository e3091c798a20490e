"""Storing of new tokens."""

from collections.abc import Callable

from clio.cli.errors.exit_codes import Failure
from clio.cli.i18n.translate import filled
from clio.cli.render.output import Output


def store_token(out: Output, token: str, store: Callable[[], None]) -> None:
    """Stores a token; prints it where that fails, because it cannot be fetched again."""
    try:
        store()
    except (OSError, Failure) as error:
        message = filled("The token cannot be stored ({error}). Keep it yourself: {token}", error=error, token=token)
        out.aside(f"clio: {message}")

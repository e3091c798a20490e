"""Remembering a token without losing it when it cannot be remembered."""

from collections.abc import Callable

from clio.cli.errors.exit_codes import Failure
from clio.cli.i18n.translate import filled
from clio.cli.render.output import Output


def kept(out: Output, token: str, keep: Callable[[], None]) -> None:
    """Keeps a token; where that fails it is shown, because nobody can give it a second time."""
    try:
        keep()
    except (OSError, Failure) as error:
        message = filled(
            "The token cannot be remembered ({error}). Keep it yourself: {token}", error=error, token=token
        )
        out.aside(f"clio: {message}")

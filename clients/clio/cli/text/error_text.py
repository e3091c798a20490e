"""Texts of server errors in the user's language, with the rule behind a refusal."""

from collections.abc import Mapping
from typing import Final

from clio.cli.i18n.translate import filled, t
from clio.client.errors import ClioError
from clio.v1.game_pb2 import Rule

REASONS: Final[Mapping[str, str]] = {
    "HISTORY_DIFFERS": "The server has changed the history of this match.",
    "UNAVAILABLE": "The server cannot be reached.",
    "DEADLINE_EXCEEDED": "The server does not answer.",
    "SILENCE": "The server has stopped responding.",
}
"""Errors that the client finds itself, without a template of the server's."""
HINTS: Final[Mapping[str, str]] = {
    "KEY_MISSING": "This server requires an API key: set CLIO_KEY or use --key-file.",
    "BACKUP_NOT_ENCIPHERED": (
        "The server has no CLIO_CIPHER_KEY: anyone who gets the backup could read every secret in it. "
        "Use --plain to allow it."
    ),
    "SEVERAL_SIGNERS": "The archive has records of that match by several signers: choose one with --signer.",
}
"""What to say in place of the server's sentence, because the command line has an option for it."""
_MAX_DEPTH: Final = 4
_TEMPLATE: Final = "template"
_PARAM: Final = "param."


def refusal_in_words(error: ClioError) -> str:
    """An error in the reader's language; the server's English where its template is not in the catalog."""
    if error.reason in HINTS and "template" in error.metadata:
        return t(HINTS[error.reason])
    if "template" not in error.metadata:
        known = REASONS.get(error.reason, "")
        return error.message if t(known) == known else t(known)
    return _filled(error.metadata, "", _MAX_DEPTH) or error.message


def _filled(metadata: Mapping[str, str], prefix: str, depth: int) -> str:
    """The message whose template and parameters have the prefix; empty where it cannot be filled."""
    template = metadata.get(prefix + _TEMPLATE, "")
    # Only templates of the catalog are formatted: a server may send any, such as one with an enormous width.
    if t(template) == template:
        return ""
    start = prefix + _PARAM
    params = {}
    for key, value in metadata.items():
        name = key.removeprefix(start)
        if key.startswith(start) and "." not in name:
            inner = _filled(metadata, f"{key}.", depth - 1) if depth and f"{key}.{_TEMPLATE}" in metadata else ""
            params[name] = inner or t(value)
    try:
        return filled(template, **params)
    except (LookupError, ValueError):
        # A parameter may have been left out: a status has little room.
        return ""


def connection_in_words(there: bool) -> str:  # noqa: FBT001 (a watcher's callback)
    """The notice that the connection was lost or restored."""
    return t("Reconnected.") if there else t("Connection lost; reconnecting …")


def rule_in_words(rule: Rule) -> str:
    """A rule with its id, title and text."""
    return f"{rule.rule}, {t(rule.title)}: {t(rule.text)}"

"""Texts of server errors in the user's language, with the rule behind a refusal."""

from collections.abc import Mapping
from typing import Final

from clio.cli.i18n.retold import retold
from clio.cli.i18n.translate import filled, t
from clio.client.errors import ClioError
from clio.v1.game_pb2 import Rule

REASONS: Final[Mapping[str, str]] = {
    "MATCH_NOT_FOUND": "There is no match with that id.",
    "GAME_NOT_FOUND": "There is no game of that name; clio games lists them.",
    "STALE_SEQ": "The match has changed in the meantime. Look at the board again, then decide.",
    "REQUEST_ID_REUSED": "This request id was already used for another request.",
    "TOKEN_MISSING": "This needs a token.",
    "TOKEN_WRONG": "This token does not allow that.",
    "KEY_MISSING": "This server requires an API key: set CLIO_KEY or use --key-file.",
    "KEY_WRONG": "This server does not know the API key.",
    "KEY_REVOKED": "This API key was revoked.",
    "KEY_EXPIRED": "This API key has expired.",
    "KEY_NOT_FOUND": "There is no API key with that id.",
    "KEY_NOT_ALLOWED": "The API key's name, scopes, expiry or limits are not allowed.",
    "TOO_MANY_KEYS": "The maximum number of API keys is reached.",
    "SCOPE_MISSING": "Your API key does not allow this.",
    "LIMIT_REACHED": "You have reached a limit of this server. Try again later.",
    "RECORD_FULL": "The server's disk is full. Nothing was changed.",
    "RECORD_UNAVAILABLE": "The server cannot reach its record. Nothing was changed; try again later.",
    "HISTORY_DIFFERS": "The server has changed the history of this match.",
    "BACKUP_NOT_ENCIPHERED": (
        "The server has no CLIO_CIPHER_KEY: anyone who gets the backup could read every secret in it. "
        "Use --plain to allow it."
    ),
    "BACKUP_UNDECIPHERABLE": ("The server's CLIO_CIPHER_KEY cannot decrypt part of the record. No backup was made."),
    "SEAT_NOT_FOUND": "The match has no such seat.",
    "SEQ_OUT_OF_RANGE": "The match has no such event.",
    "MESSAGE_TOO_LARGE": "The request is too large.",
    "TOOK_TOO_LONG": "The server could not finish in time.",
    "SERVER_DRAINING": "The server is shutting down. Reconnect to continue.",
    "PLAYER_NOT_FOUND": "No player of that name has finished a rated match.",
    "PROJECTION_NOT_FOUND": "There is no projection of that name.",
    "PROJECTION_NOT_READY": "The projection is not in a state that allows this.",
    "PROJECTION_BEHIND": "The server has not processed that event yet. Try again in a moment.",
    "PROJECTION_UNAVAILABLE": "This view is not available now. Matches continue; try again later.",
    "RECORD_NOT_VALID": "The server refuses the record: it is not valid.",
    "ARCHIVE_FULL": "The archive is full. Nothing was changed; ask the operator to free space.",
    "INTERNAL": "Internal server error; the server has logged it.",
    "MATCH_IS_OWN": "This server hosts that match itself and imports no record of it.",
    "SIGNER_NOT_TRUSTED": "This server only imports records of trusted signers, and this signer is not one of them.",
    "SEVERAL_SIGNERS": "The archive has records of that match by several signers: choose one with --signer.",
    "MALFORMED": "The server does not understand the request.",
    "UNAVAILABLE": "The server cannot be reached.",
    "DEADLINE_EXCEEDED": "The server does not answer.",
    "SILENCE": "The server has stopped responding.",
}
"""Texts by reason, for errors that carry an English sentence but no template."""


def refusal_in_words(error: ClioError) -> str:
    """The translated text of an error."""
    template = error.metadata.get("template", "")
    if not template:
        translated = retold(error.message)
        known = REASONS.get(error.reason, "")
        return translated if translated != error.message or t(known) == known else t(known)
    parts = {key.removeprefix("param."): t(value) for key, value in error.metadata.items() if key.startswith("param.")}
    try:
        return filled(template, **parts)
    except (LookupError, ValueError):
        # A newer server's template may have placeholders that this client does not know.
        return error.message


def connection_in_words(there: bool) -> str:  # noqa: FBT001 (a watcher's callback)
    """The notice that the connection was lost or restored."""
    return t("Reconnected.") if there else t("Connection lost; reconnecting …")


def rule_in_words(rule: Rule) -> str:
    """A rule with its id, title and text."""
    return f"{rule.id}, {t(rule.title)}: {t(rule.text)}"

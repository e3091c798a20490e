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
    "STALE_SEQ": "The match has moved on. Look again, then decide.",
    "REQUEST_ID_REUSED": "This request was made before for something else.",
    "TOKEN_MISSING": "This needs a token.",
    "TOKEN_WRONG": "The token is not the one that this needs.",
    "KEY_MISSING": "This server asks for an API key: set CLIO_KEY, or name its file with --key-file.",
    "KEY_WRONG": "The API key is none of this server's.",
    "KEY_REVOKED": "This API key was revoked.",
    "KEY_EXPIRED": "This API key has expired.",
    "KEY_NOT_FOUND": "There is no API key with that id.",
    "KEY_NOT_ALLOWED": "An API key cannot be like that.",
    "TOO_MANY_KEYS": "There are as many API keys as there may be.",
    "SCOPE_MISSING": "Your API key is not good for this.",
    "LIMIT_REACHED": "You have reached your limit at this server. Try again later.",
    "RECORD_FULL": "The server's disk is full. Nothing was changed.",
    "RECORD_UNAVAILABLE": "The server cannot reach its record. Nothing was changed; try again later.",
    "HISTORY_DIFFERS": "What the server tells is not what it told before.",
    "BACKUP_NOT_ENCIPHERED": (
        "The server has no CLIO_CIPHER_KEY: whoever gets the backup could read every secret in it. "
        "--plain takes it all the same."
    ),
    "BACKUP_UNDECIPHERABLE": (
        "Something in the record does not open with the server's CLIO_CIPHER_KEY: no backup was made."
    ),
    "SEAT_NOT_FOUND": "The match has no such seat.",
    "SEQ_OUT_OF_RANGE": "The match has no such event.",
    "MESSAGE_TOO_LARGE": "The request is too large.",
    "TOOK_TOO_LONG": "The server could not finish in time.",
    "SERVER_DRAINING": "The server is shutting down. Connect again, and go on.",
    "PLAYER_NOT_FOUND": "Nobody of that name has finished a match that counts.",
    "PROJECTION_NOT_FOUND": "There is no projection of that name.",
    "PROJECTION_NOT_READY": "The projection is not in a state that allows this.",
    "PROJECTION_BEHIND": "The server has not counted that far yet. Try again in a moment.",
    "PROJECTION_UNAVAILABLE": "What you asked for cannot be read now. Matches go on; try again later.",
    "RECORD_NOT_VALID": "The server refuses the record: it does not hold.",
    "ARCHIVE_FULL": "The archive is full. Nothing was changed; its operator can make room.",
    "MATCH_IS_OWN": "This server has that match itself, and imports no record of it.",
    "SIGNER_NOT_TRUSTED": "This server imports records of certain signers only, and this one is not among them.",
    "SEVERAL_SIGNERS": "The archive has records of that match by several signers: say whose with --signer.",
    "INTERNAL": "Something went wrong in the server; it was logged.",
    "MALFORMED": "The server does not understand the request.",
    "UNAVAILABLE": "The server cannot be reached.",
    "DEADLINE_EXCEEDED": "The server does not answer.",
    "SILENCE": "The server says nothing any more.",
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
    return t("The server is there again.") if there else t("The server is away; waiting for it.")


def rule_in_words(rule: Rule) -> str:
    """A rule with its id, title and text."""
    return f"{rule.id}, {t(rule.title)}: {t(rule.text)}"

"""Texts about backups: why one is refused, and what one holds."""

from typing import TYPE_CHECKING, Final

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled
from clio.cli.render.output import Output
from clio.cli.text.counts import archived_in_words, events_in_words, matches_in_words

if TYPE_CHECKING:
    from clio.server.backup.restoration import Restored

REASONS: Final = {
    "NOT_A_BACKUP": "This file is not a Clio backup.",
    "KEY_MISSING": "The backup is encrypted: set CLIO_CIPHER_KEY or CLIO_OLD_CIPHER_KEY to its key.",
    "KEY_WRONG": "The backup is encrypted with another key: set CLIO_CIPHER_KEY or CLIO_OLD_CIPHER_KEY to that key.",
    "DAMAGED": "The backup is damaged or was changed: part {chunk} is not as it was written.",
    "CUT_OFF": "The backup is incomplete: its end is missing.",
    "CONTENT_WRONG": "The backup is not valid: {why}.",
    "MATCH_BROKEN": "Match {match} is not valid: {why}.",
    "NOT_EMPTY": "{place} is not empty; a backup can only be restored to an empty place.",
    "DATABASE_NOT_EMPTY": "The database is not empty; a backup can only be restored to an empty one.",
    "HEAD_KEY_DIFFERS": "{place} holds a different key than the one that signed these matches. Move it away first.",
    "REVOCATIONS_WRONG": "The list of revocations cannot be used: {why}.",
}
"""Texts by reason of ``clio.server.backup.errors``."""
_ABOUT_KEYS: Final = ("KEY_MISSING", "KEY_WRONG")
_ABOUT_PLACES: Final = ("REVOCATIONS_WRONG", "NOT_EMPTY", "DATABASE_NOT_EMPTY", "HEAD_KEY_DIFFERS")


def backup_refused(reason: str, params: dict[str, str]) -> Failure:
    """Turns the reason why a backup is refused into a failure."""
    code = ExitCode.NOT_VERIFIED
    if reason in _ABOUT_KEYS:
        code = ExitCode.NOT_ALLOWED
    elif reason in _ABOUT_PLACES:
        code = ExitCode.REFUSED
    return Failure(code, f"BACKUP_{reason}", filled(REASONS[reason], **params))


def print_restored(out: Output, restored: "Restored", sentence: str) -> None:
    """Prints the counts of a backup in a translated sentence."""
    counts = restored.counts
    if out.as_json:
        out.document(
            {
                "archived": counts.archived,
                "created_at": restored.created_at,
                "credentials_void": restored.credentials_void,
                "events": counts.events,
                "keys": counts.keys,
                "matches": counts.matches,
                "position": restored.position,
                "signs_as_before": restored.signs_as_before,
            }
        )
        return
    out.line(
        sentence.format(
            matches=matches_in_words(counts.matches),
            events=events_in_words(counts.events),
            archived=archived_in_words(counts.archived),
        )
    )
    out.line(filled("Created {time}, up to position {position}.", time=restored.created_at, position=restored.position))

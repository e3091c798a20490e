"""Errors of records from elsewhere, of the archive and of backups."""

from collections.abc import Sequence
from typing import Final

from clio.kernel.message import Message
from clio.server.errors.service_error import ErrorKind, ServiceError

_MAX_SIGNERS_LISTED: Final = 3
"""A status has little room; ListArchivedRecords lists all of them."""


def backup_not_enciphered() -> ServiceError:
    """The server has no key, and a readable backup was not asked for."""
    return ServiceError(
        ErrorKind.FAILED_PRECONDITION,
        "BACKUP_NOT_ENCIPHERED",
        "The server has no CLIO_CIPHER_KEY: anyone with the backup could read every secret in it. Ask "
        "for a plain backup to accept that.",
    )


def backup_undecipherable(what: Message) -> ServiceError:
    """Stored data cannot be deciphered with the server's key."""
    return ServiceError(
        ErrorKind.FAILED_PRECONDITION,
        "BACKUP_UNDECIPHERABLE",
        "{what} does not open with the server's CLIO_CIPHER_KEY: another key enciphered it, or it was changed.",
        {"what": what},
    )


def record_not_valid(seq: int | None, why: Message) -> ServiceError:
    """A record to be imported fails level 1."""
    if seq is None:
        return ServiceError(
            ErrorKind.INVALID_ARGUMENT, "RECORD_NOT_VALID", "The record is not valid: {why}.", {"why": why}
        )
    return ServiceError(
        ErrorKind.INVALID_ARGUMENT,
        "RECORD_NOT_VALID",
        "The record is not valid at event {seq}: {why}.",
        {"seq": seq, "why": why},
        metadata={"seq": str(seq)},
    )


def match_is_own(match_id: str) -> ServiceError:
    """The server has the match itself and imports no record of it, genuine or not."""
    return ServiceError(
        ErrorKind.FAILED_PRECONDITION,
        "MATCH_IS_OWN",
        "This server has that match itself, and imports no record of it.",
        metadata={"match_id": match_id},
    )


def signer_not_trusted(key: bytes) -> ServiceError:
    """The operator accepts records of some signers only."""
    return ServiceError(
        ErrorKind.PERMISSION_DENIED,
        "SIGNER_NOT_TRUSTED",
        "This server imports only records of signers that its operator trusts, and does not trust this one.",
        metadata={"signer_key": key.hex()},
    )


def several_signers(match_id: str, keys: Sequence[bytes]) -> ServiceError:
    """The archive has records of the match by several signers."""
    return ServiceError(
        ErrorKind.FAILED_PRECONDITION,
        "SEVERAL_SIGNERS",
        "The archive has records of that match by several signers: name the one you mean by its key.",
        metadata={"match_id": match_id, "signer_keys": " ".join(key.hex() for key in keys[:_MAX_SIGNERS_LISTED])},
    )


def archive_full(limit: int) -> ServiceError:
    """The archive has no room for another record."""
    return ServiceError(
        ErrorKind.RESOURCE_EXHAUSTED,
        "ARCHIVE_FULL",
        "The archive is full ({limit} MiB). Nothing was changed; the operator can free space.",
        {"limit": limit},
        metadata={"limit_mib": str(limit)},
    )

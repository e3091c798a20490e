"""Refusals as callers meet them: a canonical status, a reason for machines, a sentence for people."""

from collections.abc import Mapping, Sequence
from typing import Final

import grpc
from google.rpc import error_details_pb2

from clio.kernel.rejection import Rejection
from clio.server.rpc.status import RpcStatus, rich_status

ERROR_DOMAIN: Final = "clio.v1"
_MAX_SENTENCE: Final = 1_000
_MAX_VALUE: Final = 300

_INVALID = grpc.StatusCode.INVALID_ARGUMENT
_PRECONDITION = grpc.StatusCode.FAILED_PRECONDITION

_KERNEL_REFUSALS: Final[Mapping[str, tuple[grpc.StatusCode, str]]] = {
    "CLIO-GAME": (grpc.StatusCode.NOT_FOUND, "GAME_NOT_FOUND"),
    "CLIO-SEATS": (_INVALID, "SEATS_NOT_ALLOWED"),
    "CLIO-OPTION": (_INVALID, "OPTION_NOT_ALLOWED"),
    "CLIO-SEAT": (grpc.StatusCode.NOT_FOUND, "SEAT_NOT_FOUND"),
    "CLIO-SEAT-TAKEN": (_PRECONDITION, "SEAT_TAKEN"),
    "CLIO-NAME": (_INVALID, "NAME_NOT_ALLOWED"),
    "CLIO-NAME-TAKEN": (_PRECONDITION, "NAME_TAKEN"),
    "CLIO-REASON": (_INVALID, "REASON_NOT_ALLOWED"),
    "CLIO-TOKEN": (_INVALID, "TOKEN_NOT_NEW"),
    "CLIO-ENTROPY": (_INVALID, "ENTROPY_TOO_LONG"),
    "CLIO-WAITING": (_PRECONDITION, "MATCH_NOT_STARTED"),
    "CLIO-STARTED": (_PRECONDITION, "MATCH_STARTED"),
    "CLIO-TURN": (_PRECONDITION, "NOT_YOUR_TURN"),
    "CLIO-RESIGNED": (_PRECONDITION, "ALREADY_RESIGNED"),
    "CLIO-OVER": (_PRECONDITION, "MATCH_OVER"),
    "CLIO-FORK": (_PRECONDITION, "FORK_NOT_POSSIBLE"),
    "CLIO-FORK-OWN": (grpc.StatusCode.PERMISSION_DENIED, "FORK_NOT_ALLOWED"),
    "CLIO-FORK-SECRETS": (grpc.StatusCode.PERMISSION_DENIED, "FORK_NOT_ALLOWED"),
}
ILLEGAL_MOVE: Final = "ILLEGAL_MOVE"
_MAX_SIGNERS_TOLD: Final = 3
"""A status has only so much room; ListArchive has all of them."""


class ServiceError(Exception):
    """A call that fails for a reason the caller is told."""

    def __init__(
        self,
        code: grpc.StatusCode,
        reason: str,
        message: str,
        metadata: Mapping[str, str] | None = None,
        *,
        retry_seconds: float = 0.0,
    ) -> None:
        """``retry_seconds`` says after which time the call may go well; 0 where nobody knows."""
        super().__init__(message)
        self.code: Final = code
        self.reason: Final = reason
        # It may repeat what the caller said, and a status has only so much room.
        self.message: Final = _short(message, _MAX_SENTENCE)
        self.metadata: Final = {name: _short(value, _MAX_VALUE) for name, value in (metadata or {}).items()}
        self.retry_seconds: Final = retry_seconds

    def to_status(self) -> RpcStatus:
        """The rich status to abort the call with."""
        info = error_details_pb2.ErrorInfo(reason=self.reason, domain=ERROR_DOMAIN, metadata=self.metadata)
        return rich_status(self.code, self.message, info, self.retry_seconds)


def _short(text: str, most: int) -> str:
    """The text, cut off where it has more bytes than that: a header writes some of them as three."""
    raw = text.encode(errors="replace")
    return text if len(raw) <= most else raw[: most - 1].decode(errors="ignore") + "…"


def refused_opening(rejection: Rejection) -> ServiceError:
    """A match that may not be opened: where the game's own rules say so, it is about an option."""
    return refused(rejection, (_INVALID, "OPTION_NOT_ALLOWED"))


def refused(
    rejection: Rejection, by_the_game: tuple[grpc.StatusCode, str] = (_PRECONDITION, ILLEGAL_MOVE)
) -> ServiceError:
    """A rejection of the referee, with its rule and the parts of its sentence."""
    code, reason = _KERNEL_REFUSALS.get(rejection.rule, by_the_game)
    metadata = {"rule": rejection.rule, "template": rejection.reason}
    metadata |= {f"param.{name}": str(value) for name, value in rejection.params.items()}
    return ServiceError(code, reason, rejection.sentence, metadata)


def malformed(message: str, **metadata: str) -> ServiceError:
    """A request that cannot be understood."""
    return ServiceError(_INVALID, "MALFORMED", message, metadata)


def match_not_found(match_id: str) -> ServiceError:
    """There is no such match."""
    return ServiceError(
        grpc.StatusCode.NOT_FOUND, "MATCH_NOT_FOUND", "There is no match with that id.", {"match_id": match_id[:64]}
    )


def stale(expected: int, actual: int) -> ServiceError:
    """The caller has not seen the latest event."""
    return ServiceError(
        grpc.StatusCode.ABORTED,
        "STALE_SEQ",
        f"The match has moved on: you expected event {expected}, it is at {actual}. Look again, then decide.",
        {"expected_seq": str(expected), "seq": str(actual)},
    )


def request_reused() -> ServiceError:
    """A request id came back with other content."""
    return ServiceError(
        grpc.StatusCode.ALREADY_EXISTS,
        "REQUEST_ID_REUSED",
        "This request_id was used before for something else. Choose a new one.",
    )


def token_missing(what: str) -> ServiceError:
    """The call needs a token."""
    return ServiceError(
        grpc.StatusCode.UNAUTHENTICATED,
        "TOKEN_MISSING",
        f"This needs {what}, in the call's metadata as `authorization: Bearer …`.",
    )


def token_wrong(what: str) -> ServiceError:
    """The token is not the one that is needed."""
    return ServiceError(
        grpc.StatusCode.PERMISSION_DENIED, "TOKEN_WRONG", f"The token you gave is not {what} of this match."
    )


def holding_ended() -> ServiceError:
    """The token was good when the call began."""
    return ServiceError(
        grpc.StatusCode.PERMISSION_DENIED,
        "TOKEN_WRONG",
        "The token you gave holds its seat of this match no longer: the seat was left, or the token was rotated.",
    )


def record_unavailable(cause: str) -> ServiceError:
    """The record cannot be read or written."""
    if "full" in cause or "No space left" in cause:
        return ServiceError(
            grpc.StatusCode.RESOURCE_EXHAUSTED,
            "RECORD_FULL",
            "The server's disk is full. Nothing was changed; try again when its operator has made room.",
        )
    return ServiceError(
        grpc.StatusCode.UNAVAILABLE,
        "RECORD_UNAVAILABLE",
        "The server cannot reach its record. Try again later, with the same request_id: nothing counts twice.",
    )


def history_differs(seq: int) -> ServiceError:
    """The caller's history is not the record's."""
    return ServiceError(
        grpc.StatusCode.DATA_LOSS,
        "HISTORY_DIFFERS",
        f"Your digest at event {seq} is not the record's: one of the two histories was changed. "
        "Keep yours, and verify both.",
        {"seq": str(seq)},
    )


def no_such_seat(seat: int, seats: int) -> ServiceError:
    """The match has no such seat."""
    return ServiceError(
        grpc.StatusCode.NOT_FOUND,
        "SEAT_NOT_FOUND",
        f"There is no seat {seat}; this match has seats 0 to {seats - 1}.",
        {"seat": str(seat)},
    )


def no_such_event(seq: int, head: int) -> ServiceError:
    """The match has no such event."""
    return ServiceError(
        grpc.StatusCode.OUT_OF_RANGE,
        "SEQ_OUT_OF_RANGE",
        f"There is no event {seq}; this match has events 1 to {head}.",
        {"seq": str(seq), "head": str(head)},
    )


def projection_behind(name: str) -> ServiceError:
    """A view has not taken in yet what the caller has seen."""
    return ServiceError(
        grpc.StatusCode.UNAVAILABLE,
        "PROJECTION_BEHIND",
        "What you asked for is not up to the event you have seen. Try again later, or ask without min_seq.",
        {"projection": name},
    )


def projection_unavailable(name: str) -> ServiceError:
    """A view cannot be read."""
    return ServiceError(
        grpc.StatusCode.UNAVAILABLE,
        "PROJECTION_UNAVAILABLE",
        "What you asked for cannot be read now. Matches go on; try again later.",
        {"projection": name},
    )


def no_such_projection(name: str) -> ServiceError:
    """There is no such projection."""
    return ServiceError(
        grpc.StatusCode.NOT_FOUND,
        "PROJECTION_NOT_FOUND",
        "There is no projection of that name.",
        {"projection": name[:64]},
    )


def projection_not_ready(sentence: str) -> ServiceError:
    """What an operator wants does not fit the state of the projection."""
    return ServiceError(_PRECONDITION, "PROJECTION_NOT_READY", sentence)


def backup_not_enciphered() -> ServiceError:
    """The server has no key, and a readable backup was not asked for."""
    return ServiceError(
        _PRECONDITION,
        "BACKUP_NOT_ENCIPHERED",
        "The server has no CLIO_CIPHER_KEY: whoever gets the backup could read every secret in it. "
        "Ask for a plain one if that is what you want.",
    )


def backup_undecipherable(what: str) -> ServiceError:
    """Something that is stored does not open with the server's key."""
    sentence = f"{what} does not open with the server's CLIO_CIPHER_KEY: another key enciphered it, or it was changed."
    return ServiceError(_PRECONDITION, "BACKUP_UNDECIPHERABLE", sentence)


def player_not_found(name: str) -> ServiceError:
    """Nobody of that name has finished a match that counts."""
    return ServiceError(
        grpc.StatusCode.NOT_FOUND,
        "PLAYER_NOT_FOUND",
        "Nobody of that name has finished a match that counts.",
        {"player": name[:64]},
    )


def game_not_found(known: str) -> ServiceError:
    """There is no such game."""
    return ServiceError(
        grpc.StatusCode.NOT_FOUND, "GAME_NOT_FOUND", f"There is no game of that name. There are: {known}."
    )


def too_large(size: int, limit: int) -> ServiceError:
    """The request is larger than any sensible one."""
    return ServiceError(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "MESSAGE_TOO_LARGE",
        f"The request has {size} bytes; {limit} are allowed.",
        {"limit": str(limit)},
    )


def record_not_valid(seq: int | None, why: str) -> ServiceError:
    """A record to be imported does not hold at level 1."""
    where = "" if seq is None else f" at event {seq}"
    return ServiceError(
        _INVALID,
        "RECORD_NOT_VALID",
        f"The record does not hold{where}: {why}.",
        {} if seq is None else {"seq": str(seq)},
    )


def match_is_own(match_id: str) -> ServiceError:
    """A record of a match that this server keeps itself is not imported, genuine or not."""
    return ServiceError(
        _PRECONDITION,
        "MATCH_IS_OWN",
        "This server has that match itself, and imports no record of it.",
        {"match_id": match_id},
    )


def signer_not_trusted(key: bytes) -> ServiceError:
    """The operator takes records of some signers only."""
    return ServiceError(
        grpc.StatusCode.PERMISSION_DENIED,
        "SIGNER_NOT_TRUSTED",
        "This server imports records of signers that its operator trusts, and this one is not among them.",
        {"key": key.hex()},
    )


def several_signers(match_id: str, keys: Sequence[bytes]) -> ServiceError:
    """The archive has records of the match by several signers."""
    return ServiceError(
        _PRECONDITION,
        "SEVERAL_SIGNERS",
        "The archive has records of that match by several signers: say whose you mean with its key.",
        {"match_id": match_id, "keys": " ".join(key.hex() for key in keys[:_MAX_SIGNERS_TOLD])},
    )


def archive_full(limit: int) -> ServiceError:
    """The archive has no room for another record."""
    return ServiceError(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "ARCHIVE_FULL",
        f"The archive holds all it may ({limit} MiB). Nothing was changed; its operator can make room.",
        {"limit_mib": str(limit)},
    )


def took_too_long() -> ServiceError:
    """The server gave up."""
    return ServiceError(
        grpc.StatusCode.DEADLINE_EXCEEDED,
        "TOOK_TOO_LONG",
        "The server could not finish in time. Repeat the call with the same request_id to learn what became of it.",
    )


def draining() -> ServiceError:
    """The server is on its way down."""
    return ServiceError(
        grpc.StatusCode.UNAVAILABLE, "SERVER_DRAINING", "The server is shutting down. Connect again, and go on."
    )


def internal() -> ServiceError:
    """A fault of ours; what it was is in the log only."""
    return ServiceError(grpc.StatusCode.INTERNAL, "INTERNAL", "Something went wrong in the server; it was logged.")

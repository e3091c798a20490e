"""Errors of the service as data: a kind, a reason for programs, and a template with parameters for people.

No transport is known here. ``rpc/status.py`` maps an error to a gRPC status.
"""

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Final

from clio.kernel.message import Message, Param, fill
from clio.kernel.rejection import Rejection


class ErrorKind(Enum):
    """What went wrong in general; the names are those of the canonical error codes."""

    INVALID_ARGUMENT = auto()
    DEADLINE_EXCEEDED = auto()
    NOT_FOUND = auto()
    ALREADY_EXISTS = auto()
    PERMISSION_DENIED = auto()
    RESOURCE_EXHAUSTED = auto()
    FAILED_PRECONDITION = auto()
    ABORTED = auto()
    OUT_OF_RANGE = auto()
    UNIMPLEMENTED = auto()
    INTERNAL = auto()
    UNAVAILABLE = auto()
    DATA_LOSS = auto()
    UNAUTHENTICATED = auto()


_INVALID: Final = ErrorKind.INVALID_ARGUMENT
_PRECONDITION: Final = ErrorKind.FAILED_PRECONDITION

REJECTION_ERRORS: Final[Mapping[str, tuple[ErrorKind, str]]] = {
    "CLIO-GAME": (ErrorKind.NOT_FOUND, "GAME_NOT_FOUND"),
    "CLIO-SEATS": (_INVALID, "SEATS_NOT_ALLOWED"),
    "CLIO-OPTION": (_INVALID, "OPTION_NOT_ALLOWED"),
    "CLIO-SEAT": (ErrorKind.NOT_FOUND, "SEAT_NOT_FOUND"),
    "CLIO-SEAT-TAKEN": (_PRECONDITION, "SEAT_TAKEN"),
    "CLIO-RESERVED": (ErrorKind.PERMISSION_DENIED, "SEAT_RESERVED"),
    "CLIO-REMATCH": (_PRECONDITION, "REMATCH_NOT_POSSIBLE"),
    "CLIO-TITLE": (_INVALID, "TITLE_NOT_ALLOWED"),
    "CLIO-LABELS": (_INVALID, "LABELS_NOT_ALLOWED"),
    "CLIO-NAME": (_INVALID, "NAME_NOT_ALLOWED"),
    "CLIO-NAME-TAKEN": (_PRECONDITION, "NAME_TAKEN"),
    "CLIO-REASON": (_INVALID, "REASON_NOT_ALLOWED"),
    "CLIO-TOKEN": (_INVALID, "TOKEN_NOT_NEW"),
    "CLIO-ENTROPY": (_INVALID, "ENTROPY_TOO_LONG"),
    "CLIO-WAITING": (_PRECONDITION, "MATCH_NOT_STARTED"),
    "CLIO-STARTED": (_PRECONDITION, "MATCH_STARTED"),
    "CLIO-TURN": (_PRECONDITION, "NOT_YOUR_TURN"),
    "CLIO-RESIGNED": (_PRECONDITION, "ALREADY_RESIGNED"),
    "CLIO-LENGTH": (_PRECONDITION, "MATCH_TOO_LONG"),
    "CLIO-RULES": (_PRECONDITION, "RULES_NOT_INSTALLED"),
    "CLIO-OVER": (_PRECONDITION, "MATCH_OVER"),
    "CLIO-FORK": (_PRECONDITION, "FORK_NOT_POSSIBLE"),
    "CLIO-FORK-OWN": (ErrorKind.PERMISSION_DENIED, "FORK_NOT_ALLOWED"),
    "CLIO-FORK-SECRETS": (ErrorKind.PERMISSION_DENIED, "FORK_NOT_ALLOWED"),
    "CLIO-ABORT-CONSENT": (ErrorKind.PERMISSION_DENIED, "CONSENT_NEEDED"),
    "CLIO-CONSENT": (_PRECONDITION, "CONSENT_NOT_POSSIBLE"),
    "CLIO-CONSENT-ONCE": (_PRECONDITION, "ALREADY_CONSENTED"),
    "CLIO-PAUSED": (_PRECONDITION, "MATCH_PAUSED"),
    "CLIO-NOT-PAUSED": (_PRECONDITION, "MATCH_NOT_PAUSED"),
    "CLIO-DIRECTOR": (ErrorKind.PERMISSION_DENIED, "NOT_DIRECTOR"),
    "CLIO-ADD-TIME": (_INVALID, "DURATION_NOT_ALLOWED"),
    "CLIO-CREDIT": (_PRECONDITION, "NO_CREDIT_DUE"),
    "CLIO-CLOCK": (_INVALID, "CLOCK_NOT_ALLOWED"),
    "CLIO-NO-CLOCK": (_PRECONDITION, "NO_CLOCK_RUNS"),
    "CLIO-TIME": (_PRECONDITION, "TIME_IS_UP"),
    "CLIO-TIME-LEFT": (_PRECONDITION, "TIME_IS_LEFT"),
    "CLIO-ABANDON": (_PRECONDITION, "NOT_ABANDONED"),
    "CLIO-DURATION": (_INVALID, "DURATION_NOT_ALLOWED"),
    "CLIO-OPEN-UNTIL": (_PRECONDITION, "EXPIRY_NOT_ALLOWED"),
    "CLIO-COMMIT": (_INVALID, "COMMITMENT_NOT_ALLOWED"),
    "CLIO-READY": (_PRECONDITION, "MATCH_NOT_READY"),
    "CLIO-READY-ONCE": (_PRECONDITION, "ALREADY_READY"),
    "CLIO-REVEAL": (_INVALID, "ENTROPY_NOT_COMMITTED"),
    "CLIO-READY-WITHIN": (_PRECONDITION, "TIME_IS_LEFT"),
}
"""The kind and the reason of a rejection by a rule that all games share."""
ILLEGAL_MOVE: Final = "ILLEGAL_MOVE"
_MAX_SIGNERS_LISTED: Final = 3
"""A status has little room; ListArchivedRecords lists all of them."""

LIMIT_TEMPLATES: Final = {
    "calls_per_second": "{value} calls a second",
    "moves_per_second": "{value} moves a second",
    "matches_per_hour": "{value} matches an hour",
    "streams": "{value} streams",
    "watchers": "{value} watchers",
    "open_matches": "{value} open matches",
    "archive_mib": "{value} MiB of the archive",
    "bot_matches": "{value} matches with bots of the server",
}
"""Every limit of a caller."""


class ServiceError(Exception):
    """A call that fails for a reason that the caller may know."""

    def __init__(  # noqa: PLR0913 (one for each part of an error)
        self,
        kind: ErrorKind,
        reason: str,
        template: str,
        params: Mapping[str, Param] | None = None,
        *,
        metadata: Mapping[str, str] | None = None,
        retry_seconds: float = 0.0,
    ) -> None:
        """``metadata`` is for programs; ``retry_seconds`` is 0 where the time to try again is not known."""
        self.kind: Final = kind
        self.reason: Final = reason
        self.template: Final = template
        self.params: Final[Mapping[str, Param]] = params or {}
        self.metadata: Final[Mapping[str, str]] = metadata or {}
        self.retry_seconds: Final = retry_seconds
        super().__init__(reason)

    def __str__(self) -> str:
        return self.message

    @property
    def message(self) -> str:
        """The error in English."""
        return fill(self.template, self.params)


def refused_opening(rejection: Rejection) -> ServiceError:
    """A match that may not be opened; a rule of the game itself then forbids an option."""
    return refused(rejection, (_INVALID, "OPTION_NOT_ALLOWED"))


def refused(rejection: Rejection, by_the_game: tuple[ErrorKind, str] = (_PRECONDITION, ILLEGAL_MOVE)) -> ServiceError:
    """A rejection by the referee."""
    kind, reason = REJECTION_ERRORS.get(rejection.rule, by_the_game)
    return ServiceError(kind, reason, rejection.reason, rejection.params, metadata={"rule": rejection.rule})


def malformed(template: str, **params: Param) -> ServiceError:
    """A request that cannot be understood."""
    return ServiceError(_INVALID, "MALFORMED", template, params)


def malformed_move(rejection: Rejection) -> ServiceError:
    """A move whose notation cannot be read."""
    return ServiceError(_INVALID, "MALFORMED", rejection.reason, rejection.params, metadata={"rule": rejection.rule})


def match_not_found(match_id: str) -> ServiceError:
    """There is no such match."""
    return ServiceError(
        ErrorKind.NOT_FOUND, "MATCH_NOT_FOUND", "There is no match with that id.", metadata={"match_id": match_id[:64]}
    )


def stale(expected: int, actual: int) -> ServiceError:
    """The caller has not seen the latest event."""
    return ServiceError(
        ErrorKind.ABORTED,
        "STALE_SEQ",
        "The match has moved on: you expected event {expected}, it is at {actual}. Look again, then decide.",
        {"expected": expected, "actual": actual},
        metadata={"expected_seq": str(expected), "seq": str(actual)},
    )


def request_reused() -> ServiceError:
    """A request id came back with other content."""
    return ServiceError(
        ErrorKind.ALREADY_EXISTS,
        "REQUEST_ID_REUSED",
        "This request_id was used before for something else. Choose a new one.",
    )


def own_token_missing() -> ServiceError:
    """A call with a request id that gives a token needs one of the caller's own."""
    return ServiceError(
        _INVALID,
        "OWN_TOKEN_MISSING",
        "A call with a request_id brings a token of its own, so that it can be repeated. Bring one, or leave out both.",
    )


def token_missing(what: str) -> ServiceError:
    """The call needs a token; ``what`` is a phrase of the catalogs."""
    return ServiceError(
        ErrorKind.UNAUTHENTICATED,
        "TOKEN_MISSING",
        "This needs {what}, in the call's metadata as `authorization: Bearer …`.",
        {"what": Message(what)},
    )


def move_token_missing() -> ServiceError:
    """A move on a stream needs a token."""
    return ServiceError(
        ErrorKind.UNAUTHENTICATED,
        "TOKEN_MISSING",
        "A move on a stream needs the token of the seat that moves, in its `seat_token`.",
    )


def token_wrong(what: str) -> ServiceError:
    """The token is not the one that is needed; ``what`` is a phrase of the catalogs."""
    return ServiceError(
        ErrorKind.PERMISSION_DENIED,
        "TOKEN_WRONG",
        "The token you gave is not {what} of this match.",
        {"what": Message(what)},
    )


def holding_ended() -> ServiceError:
    """The token was valid when the call began."""
    return ServiceError(
        ErrorKind.PERMISSION_DENIED,
        "TOKEN_WRONG",
        "The token you gave no longer holds its seat of this match: the seat was left, or the token was rotated.",
    )


def record_unavailable(cause: str) -> ServiceError:
    """The event store cannot be read or written."""
    if "full" in cause or "No space left" in cause:
        return ServiceError(
            ErrorKind.RESOURCE_EXHAUSTED,
            "RECORD_FULL",
            "The server's disk is full. Nothing was changed; try again when its operator has made room.",
        )
    return ServiceError(
        ErrorKind.UNAVAILABLE,
        "RECORD_UNAVAILABLE",
        "The server cannot reach its record. Try again later, with the same request_id: nothing counts twice.",
    )


def history_differs(seq: int) -> ServiceError:
    """The caller's history is not the record's."""
    return ServiceError(
        ErrorKind.DATA_LOSS,
        "HISTORY_DIFFERS",
        "Your digest at event {seq} is not the record's: one of the two histories was changed. "
        "Keep yours, and verify both.",
        {"seq": seq},
        metadata={"seq": str(seq)},
    )


def feed_differs(position: int) -> ServiceError:
    """The caller's cursor is not one of this event log."""
    return ServiceError(
        ErrorKind.DATA_LOSS,
        "FEED_DIFFERS",
        "The event log does not have what your cursor at position {position} marks: it was restored or replaced. "
        "Start again from the beginning, and compare.",
        {"position": position},
        metadata={"position": str(position)},
    )


def player_name_taken() -> ServiceError:
    """Another player of the namespace has the name."""
    return ServiceError(
        _PRECONDITION, "NAME_TAKEN", "Another player of that namespace has this name. Erase that one first, or choose."
    )


def no_namespace() -> ServiceError:
    """The call asks for what belongs to its API key, and has none."""
    return ServiceError(
        ErrorKind.UNAUTHENTICATED,
        "KEY_MISSING",
        "Without an API key you have no matches of your own. Send the key as `x-clio-key`.",
    )


def no_such_seat(seat: int, seats: int) -> ServiceError:
    """The match has no such seat."""
    return ServiceError(
        ErrorKind.NOT_FOUND,
        "SEAT_NOT_FOUND",
        "There is no seat {seat}; this match has seats 0 to {last}.",
        {"seat": seat, "last": seats - 1},
        metadata={"seat": str(seat)},
    )


def no_such_event(seq: int, head: int) -> ServiceError:
    """The match has no such event."""
    return ServiceError(
        ErrorKind.OUT_OF_RANGE,
        "SEQ_OUT_OF_RANGE",
        "There is no event {seq}; this match has events 1 to {head}.",
        {"seq": seq, "head": head},
        metadata={"seq": str(seq), "head": str(head)},
    )


def projection_behind(name: str) -> ServiceError:
    """A projection has not read yet what the caller has seen."""
    return ServiceError(
        ErrorKind.UNAVAILABLE,
        "PROJECTION_BEHIND",
        "What you asked for is not up to the event you have seen. Try again later, or ask without min_seq.",
        metadata={"projection": name},
    )


def projection_unavailable(name: str) -> ServiceError:
    """A projection cannot be read."""
    return ServiceError(
        ErrorKind.UNAVAILABLE,
        "PROJECTION_UNAVAILABLE",
        "What you asked for cannot be read now. Matches go on; try again later.",
        metadata={"projection": name},
    )


def no_such_projection(name: str) -> ServiceError:
    """There is no such projection."""
    return ServiceError(
        ErrorKind.NOT_FOUND,
        "PROJECTION_NOT_FOUND",
        "There is no projection of that name.",
        metadata={"projection": name[:64]},
    )


def projection_not_ready(template: str, **params: Param) -> ServiceError:
    """The state of the projection does not allow what an operator wants."""
    return ServiceError(_PRECONDITION, "PROJECTION_NOT_READY", template, params)


def backup_not_enciphered() -> ServiceError:
    """The server has no key, and a readable backup was not asked for."""
    return ServiceError(
        _PRECONDITION,
        "BACKUP_NOT_ENCIPHERED",
        "The server has no CLIO_CIPHER_KEY: anybody who gets the backup could read every secret in it. "
        "Ask for a plain one if that is what you want.",
    )


def backup_undecipherable(what: Message) -> ServiceError:
    """Stored data cannot be deciphered with the server's key."""
    return ServiceError(
        _PRECONDITION,
        "BACKUP_UNDECIPHERABLE",
        "{what} does not open with the server's CLIO_CIPHER_KEY: another key enciphered it, or it was changed.",
        {"what": what},
    )


def player_not_found(name: str) -> ServiceError:
    """No player of that name has finished a match that counts."""
    return ServiceError(
        ErrorKind.NOT_FOUND,
        "PLAYER_NOT_FOUND",
        "No player of that name has finished a match that counts.",
        metadata={"player": name[:64]},
    )


def game_not_found(known: str) -> ServiceError:
    """There is no such game."""
    return ServiceError(
        ErrorKind.NOT_FOUND,
        "GAME_NOT_FOUND",
        "There is no game of that name. There are: {games}.",
        {"games": known},
    )


def components_not_found(game: str, known: str) -> ServiceError:
    """The game has no such data set."""
    return ServiceError(
        ErrorKind.NOT_FOUND,
        "COMPONENTS_NOT_FOUND",
        "{game} has no such data set. It has: {sets}.",
        {"game": game, "sets": known or "-"},
    )


def too_large(size: int, limit: int) -> ServiceError:
    """The request is larger than any sensible one."""
    return ServiceError(
        ErrorKind.RESOURCE_EXHAUSTED,
        "MESSAGE_TOO_LARGE",
        "The request has {size} bytes; {limit} are allowed.",
        {"size": size, "limit": limit},
        metadata={"limit": str(limit)},
    )


def record_not_valid(seq: int | None, why: Message) -> ServiceError:
    """A record to be imported fails level 1."""
    if seq is None:
        return ServiceError(_INVALID, "RECORD_NOT_VALID", "The record does not hold: {why}.", {"why": why})
    return ServiceError(
        _INVALID,
        "RECORD_NOT_VALID",
        "The record does not hold at event {seq}: {why}.",
        {"seq": seq, "why": why},
        metadata={"seq": str(seq)},
    )


def bot_not_found(bot: str, known: Sequence[str]) -> ServiceError:
    """There is no such bot, or the operator does not offer it."""
    return ServiceError(
        ErrorKind.NOT_FOUND,
        "BOT_NOT_FOUND",
        "There is no bot {bot} at this server.",
        {"bot": ascii(bot)},
        metadata={"bots": ", ".join(known)},
    )


def match_is_own(match_id: str) -> ServiceError:
    """The server has the match itself and imports no record of it, genuine or not."""
    return ServiceError(
        _PRECONDITION,
        "MATCH_IS_OWN",
        "This server has that match itself, and imports no record of it.",
        metadata={"match_id": match_id},
    )


def signer_not_trusted(key: bytes) -> ServiceError:
    """The operator accepts records of some signers only."""
    return ServiceError(
        ErrorKind.PERMISSION_DENIED,
        "SIGNER_NOT_TRUSTED",
        "This server imports records of signers that its operator trusts, and this one is not among them.",
        metadata={"signer_key": key.hex()},
    )


def several_signers(match_id: str, keys: Sequence[bytes]) -> ServiceError:
    """The archive has records of the match by several signers."""
    return ServiceError(
        _PRECONDITION,
        "SEVERAL_SIGNERS",
        "The archive has records of that match by several signers: name the one you mean by its key.",
        metadata={"match_id": match_id, "signer_keys": " ".join(key.hex() for key in keys[:_MAX_SIGNERS_LISTED])},
    )


def archive_full(limit: int) -> ServiceError:
    """The archive has no room for another record."""
    return ServiceError(
        ErrorKind.RESOURCE_EXHAUSTED,
        "ARCHIVE_FULL",
        "The archive holds all it may ({limit} MiB). Nothing was changed; its operator can make room.",
        {"limit": limit},
        metadata={"limit_mib": str(limit)},
    )


def took_too_long() -> ServiceError:
    """The server gave up."""
    return ServiceError(
        ErrorKind.DEADLINE_EXCEEDED,
        "TOOK_TOO_LONG",
        "The server could not finish in time. Repeat the call with the same request_id to learn what became of it.",
    )


def draining() -> ServiceError:
    """The server is shutting down."""
    return ServiceError(
        ErrorKind.UNAVAILABLE, "SERVER_DRAINING", "The server is shutting down. Connect again, and go on."
    )


def internal() -> ServiceError:
    """A fault of the server; its cause is in the log only."""
    return ServiceError(ErrorKind.INTERNAL, "INTERNAL", "Something went wrong in the server; it was logged.")


def too_many(limit: str, most: float, retry_seconds: float) -> ServiceError:
    """The caller has reached one of its limits."""
    wait = max(retry_seconds, 0.001)
    return ServiceError(
        ErrorKind.RESOURCE_EXHAUSTED,
        "LIMIT_REACHED",
        "You have reached your limit of {limit} at this server. Try again in {seconds} seconds.",
        {"limit": Message(LIMIT_TEMPLATES[limit], {"value": f"{most:g}"}), "seconds": f"{wait:.3g}"},
        metadata={"limit": limit, "value": f"{most:g}", "retry_seconds": f"{wait:.3f}"},
        retry_seconds=wait,
    )


def too_many_moves(retry_seconds: float) -> ServiceError:
    """The caller has made as many moves as it may for now; the rest of its batch is not made."""
    return ServiceError(
        ErrorKind.RESOURCE_EXHAUSTED,
        "LIMIT_REACHED",
        "You have reached your limit of moves a second. Send the rest of the batch again in {seconds} seconds.",
        {"seconds": f"{retry_seconds:.3g}"},
        metadata={"limit": "moves_per_second", "retry_seconds": f"{retry_seconds:.3f}"},
        retry_seconds=retry_seconds,
    )


def server_busy(limit: str, most: float, retry_seconds: float) -> ServiceError:
    """The server does as much heavy work as it may at a time; moves and health checks go on."""
    return ServiceError(
        ErrorKind.RESOURCE_EXHAUSTED,
        "LIMIT_REACHED",
        "The server is busy with imports, exports and replays, yours or those of others. "
        "Try again in {seconds} seconds.",
        {"seconds": f"{retry_seconds:.3g}"},
        metadata={"limit": limit, "value": f"{most:g}", "retry_seconds": f"{retry_seconds:.3f}"},
        retry_seconds=retry_seconds,
    )

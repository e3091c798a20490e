"""Errors for what the referee rejects, and for moves that cannot be read."""

from collections.abc import Mapping
from typing import Final

from clio.kernel.rejection import Rejection
from clio.server.errors.service_error import ErrorKind, ServiceError

REJECTION_ERRORS: Final[Mapping[str, tuple[ErrorKind, str]]] = {
    "CLIO-GAME": (ErrorKind.NOT_FOUND, "GAME_NOT_FOUND"),
    "CLIO-SEATS": (ErrorKind.INVALID_ARGUMENT, "SEATS_NOT_ALLOWED"),
    "CLIO-OPTION": (ErrorKind.INVALID_ARGUMENT, "OPTION_NOT_ALLOWED"),
    "CLIO-SEAT": (ErrorKind.NOT_FOUND, "SEAT_NOT_FOUND"),
    "CLIO-SEAT-TAKEN": (ErrorKind.FAILED_PRECONDITION, "SEAT_TAKEN"),
    "CLIO-RESERVED": (ErrorKind.PERMISSION_DENIED, "SEAT_RESERVED"),
    "CLIO-REMATCH": (ErrorKind.FAILED_PRECONDITION, "REMATCH_NOT_POSSIBLE"),
    "CLIO-TITLE": (ErrorKind.INVALID_ARGUMENT, "TITLE_NOT_ALLOWED"),
    "CLIO-LABELS": (ErrorKind.INVALID_ARGUMENT, "LABELS_NOT_ALLOWED"),
    "CLIO-NAME": (ErrorKind.INVALID_ARGUMENT, "NAME_NOT_ALLOWED"),
    "CLIO-NAME-TAKEN": (ErrorKind.FAILED_PRECONDITION, "NAME_TAKEN"),
    "CLIO-REASON": (ErrorKind.INVALID_ARGUMENT, "REASON_NOT_ALLOWED"),
    "CLIO-TOKEN": (ErrorKind.INVALID_ARGUMENT, "TOKEN_NOT_NEW"),
    "CLIO-ENTROPY": (ErrorKind.INVALID_ARGUMENT, "ENTROPY_TOO_LONG"),
    "CLIO-WAITING": (ErrorKind.FAILED_PRECONDITION, "MATCH_NOT_STARTED"),
    "CLIO-STARTED": (ErrorKind.FAILED_PRECONDITION, "MATCH_STARTED"),
    "CLIO-TURN": (ErrorKind.FAILED_PRECONDITION, "NOT_YOUR_TURN"),
    "CLIO-RESIGNED": (ErrorKind.FAILED_PRECONDITION, "ALREADY_RESIGNED"),
    "CLIO-LENGTH": (ErrorKind.FAILED_PRECONDITION, "MATCH_TOO_LONG"),
    "CLIO-RULES": (ErrorKind.FAILED_PRECONDITION, "RULES_NOT_INSTALLED"),
    "CLIO-OVER": (ErrorKind.FAILED_PRECONDITION, "MATCH_OVER"),
    "CLIO-FORK": (ErrorKind.FAILED_PRECONDITION, "FORK_NOT_POSSIBLE"),
    "CLIO-FORK-OWN": (ErrorKind.PERMISSION_DENIED, "FORK_NOT_ALLOWED"),
    "CLIO-FORK-SECRETS": (ErrorKind.PERMISSION_DENIED, "FORK_NOT_ALLOWED"),
    "CLIO-ABORT-CONSENT": (ErrorKind.PERMISSION_DENIED, "CONSENT_NEEDED"),
    "CLIO-CONSENT": (ErrorKind.FAILED_PRECONDITION, "CONSENT_NOT_POSSIBLE"),
    "CLIO-CONSENT-ONCE": (ErrorKind.FAILED_PRECONDITION, "ALREADY_CONSENTED"),
    "CLIO-PAUSED": (ErrorKind.FAILED_PRECONDITION, "MATCH_PAUSED"),
    "CLIO-NOT-PAUSED": (ErrorKind.FAILED_PRECONDITION, "MATCH_NOT_PAUSED"),
    "CLIO-DIRECTOR": (ErrorKind.PERMISSION_DENIED, "NOT_DIRECTOR"),
    "CLIO-ADD-TIME": (ErrorKind.INVALID_ARGUMENT, "DURATION_NOT_ALLOWED"),
    "CLIO-CREDIT": (ErrorKind.FAILED_PRECONDITION, "NO_CREDIT_DUE"),
    "CLIO-CLOCK": (ErrorKind.INVALID_ARGUMENT, "CLOCK_NOT_ALLOWED"),
    "CLIO-NO-CLOCK": (ErrorKind.FAILED_PRECONDITION, "NO_CLOCK_RUNS"),
    "CLIO-TIME": (ErrorKind.FAILED_PRECONDITION, "TIME_IS_UP"),
    "CLIO-TIME-LEFT": (ErrorKind.FAILED_PRECONDITION, "TIME_IS_LEFT"),
    "CLIO-ABANDON": (ErrorKind.FAILED_PRECONDITION, "NOT_ABANDONED"),
    "CLIO-DURATION": (ErrorKind.INVALID_ARGUMENT, "DURATION_NOT_ALLOWED"),
    "CLIO-OPEN-UNTIL": (ErrorKind.FAILED_PRECONDITION, "EXPIRY_NOT_ALLOWED"),
    "CLIO-COMMIT": (ErrorKind.INVALID_ARGUMENT, "COMMITMENT_NOT_ALLOWED"),
    "CLIO-READY": (ErrorKind.FAILED_PRECONDITION, "MATCH_NOT_READY"),
    "CLIO-READY-ONCE": (ErrorKind.FAILED_PRECONDITION, "ALREADY_READY"),
    "CLIO-REVEAL": (ErrorKind.INVALID_ARGUMENT, "ENTROPY_NOT_COMMITTED"),
    "CLIO-READY-WITHIN": (ErrorKind.FAILED_PRECONDITION, "TIME_IS_LEFT"),
}
"""The kind and the reason of a rejection by a rule that all games share."""
ILLEGAL_MOVE: Final = "ILLEGAL_MOVE"


def refused_opening(rejection: Rejection) -> ServiceError:
    """A match that may not be opened; a rule of the game itself then forbids an option."""
    return refused(rejection, (ErrorKind.INVALID_ARGUMENT, "OPTION_NOT_ALLOWED"))


def refused(
    rejection: Rejection, by_the_game: tuple[ErrorKind, str] = (ErrorKind.FAILED_PRECONDITION, ILLEGAL_MOVE)
) -> ServiceError:
    """A rejection by the referee."""
    kind, reason = REJECTION_ERRORS.get(rejection.rule, by_the_game)
    return ServiceError(kind, reason, rejection.reason, rejection.params, metadata={"rule": rejection.rule})


def malformed_move(rejection: Rejection) -> ServiceError:
    """A move whose notation cannot be read."""
    return ServiceError(
        ErrorKind.INVALID_ARGUMENT, "MALFORMED", rejection.reason, rejection.params, metadata={"rule": rejection.rule}
    )

"""Exit codes of ``clio``, and the exception that ends a command with one."""

from enum import IntEnum
from typing import Final


class ExitCode(IntEnum):
    """Exit codes, the same for every command."""

    OK = 0
    REFUSED = 1
    USAGE = 2
    NOT_FOUND = 3
    NOT_ALLOWED = 4
    UNREACHABLE = 5
    NOT_VERIFIED = 6
    NOT_INSTALLED = 7
    NO_INTEGRITY = 11
    NO_FAIRNESS = 12
    NO_LEGALITY = 13
    WRONG_RESULT = 14
    NOT_JUDGED = 15
    FAULT = 70
    INTERRUPTED = 130


MEANINGS: Final = {
    ExitCode.OK: "done",
    ExitCode.REFUSED: "refused by a rule or by the server",
    ExitCode.USAGE: "wrong usage",
    ExitCode.NOT_FOUND: "no such game, match, seat, event or file",
    ExitCode.NOT_ALLOWED: "not allowed: a token is missing or wrong",
    ExitCode.UNREACHABLE: "the server cannot be reached, or its port or folder is taken",
    ExitCode.NOT_VERIFIED: "the history was changed",
    ExitCode.NOT_INSTALLED: "an extra is not installed; the message says which line installs it",
    ExitCode.NO_INTEGRITY: "verification failed at level 1, integrity",
    ExitCode.NO_FAIRNESS: "verification failed at level 2, fairness",
    ExitCode.NO_LEGALITY: "verification failed at level 3, legality",
    ExitCode.WRONG_RESULT: "verification failed at level 4, result",
    ExitCode.NOT_JUDGED: "the record could not be judged: its rules are not installed",
    ExitCode.FAULT: "internal error",
    ExitCode.INTERRUPTED: "interrupted",
}
LEVEL_CODES: Final = {
    0: ExitCode.OK,
    1: ExitCode.NO_INTEGRITY,
    2: ExitCode.NO_FAIRNESS,
    3: ExitCode.NO_LEGALITY,
    4: ExitCode.WRONG_RESULT,
    5: ExitCode.NOT_JUDGED,
}
"""The exit code of a verifying command, by the first level that failed; 0 where none did."""


class Failure(Exception):  # noqa: N818 (a command's end, not a fault of the program)
    """The unsuccessful end of a command: exit code, reason and message."""

    def __init__(self, code: ExitCode, reason: str, message: str, **details: str) -> None:
        super().__init__(message)
        self.code: Final = code
        self.reason: Final = reason
        self.message: Final = message
        self.details: Final = details

"""The reasons why a backup cannot be read or restored; the command line has a message for each."""

from typing import Final, Literal, TypeAlias

Reason: TypeAlias = Literal[
    "NOT_A_BACKUP",
    "KEY_MISSING",
    "KEY_WRONG",
    "DAMAGED",
    "CUT_OFF",
    "CONTENT_WRONG",
    "MATCH_BROKEN",
    "NOT_EMPTY",
    "DATABASE_NOT_EMPTY",
    "HEAD_KEY_DIFFERS",
    "REVOCATIONS_WRONG",
]


class BackupError(Exception):
    """A rejected backup: the reason and the parameters of its message."""

    def __init__(self, reason: Reason, **params: str) -> None:
        super().__init__(f"{reason} {params}" if params else reason)
        self.reason: Final = reason
        self.params: Final = params

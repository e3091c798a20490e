"""Errors of the service as data: a kind, a reason for programs, and a template with parameters for people.

No transport is known here. ``rpc/status.py`` maps an error to a gRPC status.
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from clio.kernel.message import Param, fill


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

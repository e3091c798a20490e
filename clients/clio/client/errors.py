"""What the server refuses, as exceptions that say why."""

from collections.abc import Iterable, Mapping
from typing import Final, cast

import grpc
import grpc.aio
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2

from clio.v1.match_service_pb2 import Refusal

_DETAILS: Final = "grpc-status-details-bin"


class ClioError(Exception):
    """A call that failed: a code, a reason for programs, a sentence for people, and the rule where there is one."""

    def __init__(
        self, code: grpc.StatusCode, reason: str, message: str, metadata: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.code: Final = code
        self.reason: Final = reason
        self.message: Final = message
        self.metadata: Final[Mapping[str, str]] = metadata or {}

    @property
    def rule(self) -> str:
        """The id of the rule that was broken; empty where none was."""
        return self.metadata.get("rule", "")


class RefusedError(ClioError):
    """The match is not in a state that allows it: not your turn, seat taken, match over."""


class IllegalMoveError(RefusedError):
    """The game's rules forbid the move; ``rule`` names the one that does."""


class MalformedError(ClioError):
    """The request itself makes no sense to the server."""


class NotFoundError(ClioError):
    """There is no such game, match, seat or event."""


class NotAllowedError(ClioError):
    """The token is missing, or is not the one that this needs."""


class StaleSeqError(ClioError):
    """The match has moved on since the caller looked."""

    @property
    def seq(self) -> int:
        """Where the match stands."""
        return int(self.metadata.get("seq", "0"))


class LimitReachedError(ClioError):
    """The caller has had as much as it may for now."""

    @property
    def retry_seconds(self) -> float:
        """After which time it may go well; 0 where the server does not say."""
        try:
            return float(self.metadata.get("retry_seconds", "0"))
        except ValueError:
            return 0.0


class UnreachableError(ClioError):
    """The server cannot be reached, or did not answer in time, however often it was tried."""


class HistoryError(ClioError):
    """What the server tells is not what it told before: a gap, or a chain that does not hold."""

    def __init__(self, seq: int, message: str) -> None:
        super().__init__(grpc.StatusCode.DATA_LOSS, "HISTORY_DIFFERS", message, {"seq": str(seq)})
        self.seq: Final = seq


_UNEXPLAINED: Final = frozenset({grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN})
"""Codes that a server always explains with an ``ErrorInfo``; without one they come from gRPC itself.

A write that fails because the server has just ended the stream makes ``grpc.aio`` overwrite the status that it received
with ``INTERNAL``, "Internal error from Core"; a connection that breaks inside a frame ends as either code. Both are
lost connections.
"""

_CODES: Final = {code.value[0]: code for code in grpc.StatusCode}
_BY_REASON: Final[Mapping[str, type[ClioError]]] = {
    "ILLEGAL_MOVE": IllegalMoveError,
    "STALE_SEQ": StaleSeqError,
    "LIMIT_REACHED": LimitReachedError,
}
_BY_CODE: Final[Mapping[grpc.StatusCode, type[ClioError]]] = {
    grpc.StatusCode.FAILED_PRECONDITION: RefusedError,
    grpc.StatusCode.INVALID_ARGUMENT: MalformedError,
    grpc.StatusCode.NOT_FOUND: NotFoundError,
    grpc.StatusCode.OUT_OF_RANGE: NotFoundError,
    grpc.StatusCode.UNAUTHENTICATED: NotAllowedError,
    grpc.StatusCode.PERMISSION_DENIED: NotAllowedError,
    grpc.StatusCode.UNAVAILABLE: UnreachableError,
    grpc.StatusCode.CANCELLED: UnreachableError,
    grpc.StatusCode.DEADLINE_EXCEEDED: UnreachableError,
}


def from_rpc(error: grpc.aio.AioRpcError) -> ClioError:
    """The failure of a call as the exception that fits it best."""
    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    for detail in _details(error):
        detail.Unpack(info) or detail.Unpack(retry)
    metadata = dict(info.metadata)
    if delay := retry.retry_delay.ToMilliseconds():
        metadata["retry_seconds"] = str(delay / 1_000)
    code = error.code()
    if code in _UNEXPLAINED and not info.reason:
        code = grpc.StatusCode.UNAVAILABLE
    return _fitting(code, info.reason, error.details() or "", metadata)


def from_refusal(refusal: Refusal) -> ClioError:
    """The same for a move that was refused on a stream."""
    return _fitting(_CODES[refusal.code], refusal.reason, refusal.message, dict(refusal.metadata))


def _fitting(code: grpc.StatusCode, reason: str, message: str, metadata: Mapping[str, str]) -> ClioError:
    if code is grpc.StatusCode.DATA_LOSS:
        return HistoryError(int(metadata.get("seq", "0")), message)
    kind = _BY_REASON.get(reason) or _BY_CODE.get(code, ClioError)
    return kind(code, reason or code.name, message or code.name, metadata)


def _details(error: grpc.aio.AioRpcError) -> Iterable[any_pb2.Any]:
    trailing = cast("Iterable[tuple[str, str | bytes]]", error.trailing_metadata() or ())
    for key, value in trailing:
        if key == _DETAILS and isinstance(value, bytes):
            details: Iterable[any_pb2.Any] = status_pb2.Status.FromString(value).details
            return details
    return ()

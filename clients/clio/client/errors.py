"""Exceptions for failed calls."""

from collections.abc import Iterable, Mapping
from typing import Final, cast

import grpc
import grpc.aio
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2

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
    """The state of the match does not allow it: not your turn, seat taken, match over."""


class IllegalMoveError(RefusedError):
    """The game's rules forbid the move; ``rule`` names the one that does."""


class MalformedError(ClioError):
    """The request is malformed."""


class NotFoundError(ClioError):
    """There is no such game, match, seat or event."""


class NotAllowedError(ClioError):
    """The token is missing or does not allow the call."""


class StaleSeqError(ClioError):
    """The match has changed since the caller's view."""

    @property
    def seq(self) -> int:
        """The current sequence number of the match."""
        return int(self.metadata.get("seq", "0"))


class LimitReachedError(ClioError):
    """The caller has reached a limit."""

    @property
    def retry_seconds(self) -> float:
        """Seconds to wait before a retry; 0 where the server does not say."""
        try:
            return float(self.metadata.get("retry_seconds", "0"))
        except ValueError:
            return 0.0


class UnreachableError(ClioError):
    """The server cannot be reached, or did not answer in time, after all retries."""


class HistoryError(ClioError):
    """The server's history is inconsistent: a gap, a broken chain, or a change of known events."""

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
    """Converts an RPC error to an exception."""
    reason, metadata = _explanation(_details(error))
    code = error.code()
    if code in _UNEXPLAINED and not reason:
        code = grpc.StatusCode.UNAVAILABLE
    return _fitting(code, reason, error.details() or "", metadata)


def from_status(status: status_pb2.Status) -> ClioError:
    """Converts the status of a move on a stream to an exception."""
    reason, metadata = _explanation(status.details)
    return _fitting(_CODES.get(status.code, grpc.StatusCode.UNKNOWN), reason, status.message, metadata)


def _explanation(details: Iterable[any_pb2.Any]) -> tuple[str, dict[str, str]]:
    """The reason and the metadata in the details of a status."""
    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    for detail in details:
        detail.Unpack(info) or detail.Unpack(retry)
    metadata = dict(info.metadata)
    if delay := retry.retry_delay.ToMilliseconds():
        metadata["retry_seconds"] = str(delay / 1_000)
    return info.reason, metadata


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

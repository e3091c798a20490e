"""Errors of the service as gRPC statuses: the one table of this transport.

``ErrorInfo.metadata`` holds what the error documents for programs, its ``template``, and ``param.NAME`` for each gap. A
parameter that is a message itself adds ``param.NAME.template`` and ``param.NAME.param.…``.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Final

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.protobuf.message import Message as ProtoMessage
from google.rpc import error_details_pb2, status_pb2

from clio.kernel.message import Message, Param
from clio.server.errors import ErrorKind, ServiceError

ERROR_DOMAIN: Final = "clio.v1"
CODES: Final[Mapping[ErrorKind, grpc.StatusCode]] = {kind: grpc.StatusCode[kind.name] for kind in ErrorKind}
"""Every kind has the name of its canonical code."""
_MAX_SENTENCE: Final = 1_000
_MAX_VALUE: Final = 300
_MAX_PARAMS: Final = 2_000
"""Bytes of all parameters together: proxies and clients refuse a status of more than 8 KiB."""


class RpcStatus(grpc.Status):
    """A status for ``abort_with_status``."""

    def __init__(self, code: grpc.StatusCode, details: str, trailing: tuple[tuple[str, bytes], ...]) -> None:
        self.code = code
        self.details = details
        self.trailing_metadata = trailing


def to_status(error: ServiceError) -> RpcStatus:
    """The rich status of an error, with the time to try again where it is known."""
    status = to_message(error)
    return RpcStatus(CODES[error.kind], status.message, (("grpc-status-details-bin", status.SerializeToString()),))


def to_message(error: ServiceError) -> status_pb2.Status:
    """The same as a message, for one move of a stream."""
    code, message = CODES[error.kind], _shortened(error.message, _MAX_SENTENCE)
    info = error_details_pb2.ErrorInfo(reason=error.reason, domain=ERROR_DOMAIN, metadata=error_metadata(error))
    details = [_packed(info)]
    if error.retry_seconds:
        delay = duration_pb2.Duration()
        delay.FromMilliseconds(math.ceil(error.retry_seconds * 1_000))
        details.append(_packed(error_details_pb2.RetryInfo(retry_delay=delay)))
    return status_pb2.Status(code=code.value[0], message=message, details=details)


def error_metadata(error: ServiceError) -> dict[str, str]:
    """The metadata of ``ErrorInfo``; parameters may repeat what the caller sent, so their sizes are bounded."""
    metadata = {name: _shortened(value, _MAX_VALUE) for name, value in error.metadata.items()}
    return metadata | message_metadata(error.template, error.params)


def message_metadata(template: str, params: Mapping[str, Param]) -> dict[str, str]:
    """A message as metadata: its template and its parameters, within bounds."""
    metadata = {"template": template}
    size = 0
    for name, value in _params("", params):
        short = _shortened(value, _MAX_VALUE)
        size += len(short.encode())
        if size > _MAX_PARAMS:
            break
        metadata[name] = short
    return metadata


def _params(prefix: str, params: Mapping[str, Param]) -> Iterator[tuple[str, str]]:
    for name, value in params.items():
        key = f"{prefix}param.{name}"
        if isinstance(value, Message):
            yield key, value.text
            yield f"{key}.template", value.template
            yield from _params(f"{key}.", value.params)
        else:
            yield key, str(value)


def _shortened(text: str, most: int) -> str:
    """Cuts a text to a number of bytes; a header needs up to three for each of them."""
    raw = text.encode(errors="replace")
    return raw.decode() if len(raw) <= most else raw[: most - 1].decode(errors="ignore") + "…"


def _packed(message: ProtoMessage) -> any_pb2.Any:
    detail = any_pb2.Any()
    detail.Pack(message)
    return detail

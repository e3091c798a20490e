"""Errors of the service in the Connect protocol: the one table of this transport."""

from base64 import b64encode
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from google.protobuf import any_pb2
from google.rpc import error_details_pb2

from clio.server.codec.json_encoder import to_object
from clio.server.errors import ErrorKind, ServiceError
from clio.server.rpc.status import to_message

HTTP_STATUSES: Final[Mapping[ErrorKind, int]] = {
    ErrorKind.INVALID_ARGUMENT: 400,
    ErrorKind.DEADLINE_EXCEEDED: 504,
    ErrorKind.NOT_FOUND: 404,
    ErrorKind.ALREADY_EXISTS: 409,
    ErrorKind.PERMISSION_DENIED: 403,
    ErrorKind.RESOURCE_EXHAUSTED: 429,
    ErrorKind.FAILED_PRECONDITION: 400,
    ErrorKind.ABORTED: 409,
    ErrorKind.OUT_OF_RANGE: 400,
    ErrorKind.UNIMPLEMENTED: 501,
    ErrorKind.INTERNAL: 500,
    ErrorKind.UNAVAILABLE: 503,
    ErrorKind.DATA_LOSS: 500,
    ErrorKind.UNAUTHENTICATED: 401,
}
"""The statuses that the Connect protocol gives to the codes."""
_DETAILS: Final = {
    each.DESCRIPTOR.full_name: each for each in (error_details_pb2.ErrorInfo, error_details_pb2.RetryInfo)
}


def error_json(error: ServiceError) -> bytes:
    """The error as the JSON body of a failed call."""
    return msgspec.json.encode(error_object(error))


def end_of_stream(error: ServiceError | None = None) -> bytes:
    """The JSON of the message that ends a stream."""
    return b"{}" if error is None else msgspec.json.encode({"error": error_object(error)})


def error_object(error: ServiceError) -> dict[str, Any]:
    """The error as the protocol's JSON object; ``debug`` holds each detail in readable form."""
    status = to_message(error)
    return {
        "code": error.kind.name.lower(),
        "message": status.message,
        "details": [_detail(detail) for detail in status.details],
    }


def _detail(detail: any_pb2.Any) -> dict[str, Any]:
    name = detail.type_url.rpartition("/")[2]
    message = _DETAILS[name].FromString(detail.value)
    return {"type": name, "value": b64encode(detail.value).decode().rstrip("="), "debug": to_object(message)}

"""The rich status of a refused call, as gRPC carries it."""

import math

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2


class RpcStatus(grpc.Status):
    """What ``abort_with_status`` takes."""

    def __init__(self, code: grpc.StatusCode, details: str, trailing: tuple[tuple[str, bytes], ...]) -> None:
        self.code = code
        self.details = details
        self.trailing_metadata = trailing


def rich_status(
    code: grpc.StatusCode, message: str, info: error_details_pb2.ErrorInfo, retry_seconds: float
) -> RpcStatus:
    """The status with its reason, and with the time after which to try again where there is one."""
    details = [_packed(info)]
    if retry_seconds:
        delay = duration_pb2.Duration()
        delay.FromMilliseconds(math.ceil(retry_seconds * 1_000))
        details.append(_packed(error_details_pb2.RetryInfo(retry_delay=delay)))
    status = status_pb2.Status(code=code.value[0], message=message, details=details)
    return RpcStatus(code, message, (("grpc-status-details-bin", status.SerializeToString()),))


def _packed(message: Message) -> any_pb2.Any:
    detail = any_pb2.Any()
    detail.Pack(message)
    return detail

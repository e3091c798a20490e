"""API keys and their holders, for tests of authorization."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc import error_details_pb2, status_pb2

from clio.v1 import access_service_pb2 as pb
from clio.v1.access_service_pb2_grpc import AccessServiceStub
from tests.kit.servers import Connection, bearer

OPERATOR = "the operator's token of a test"


def with_key(key: str, token: str = "") -> tuple[tuple[str, str], ...]:
    return (("x-clio-key", key), *(bearer(token) if token else ()))


def access(server: Connection) -> Any:
    return AccessServiceStub(server.channel)


async def new_key(
    server: Connection, *scopes: str, name: str = "a key", expire_time: datetime | None = None, **limits: float
) -> pb.CreateKeyResponse:
    """An API key created by the operator of a server with ``admin_token=OPERATOR``."""
    request = pb.CreateKeyRequest(name=name, scopes=numbers(scopes), limits=pb.KeyLimits(**limits))  # type: ignore[arg-type]
    if expire_time is not None:
        stamp = Timestamp()
        stamp.FromDatetime(expire_time)
        request.expire_time.CopyFrom(stamp)
    made: pb.CreateKeyResponse = await access(server).CreateKey(request, metadata=bearer(OPERATOR))
    return made


def numbers(scopes: Sequence[str]) -> list[pb.Scope.ValueType]:
    return [pb.Scope.Value(f"SCOPE_{scope.upper()}") for scope in scopes]


def retry_seconds(error: Any) -> float:
    """The retry delay in the status."""
    details = dict(error.trailing_metadata() or ())["grpc-status-details-bin"]
    retry = error_details_pb2.RetryInfo()
    assert status_pb2.Status.FromString(details).details[1].Unpack(retry)
    return float(retry.retry_delay.ToMilliseconds() / 1_000)

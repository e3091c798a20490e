"""The rich status of a failed call."""

from collections.abc import Awaitable
from typing import NamedTuple

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2

from clio.client.first_status import answer_to


class Refusal(NamedTuple):
    code: str
    reason: str
    sentence: str
    metadata: dict[str, str]


async def refusal_of(call: Awaitable[object]) -> Refusal:
    """Awaits a call that must fail, and reads its rich status."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        # The status of a call whose requests are streamed may be overwritten by a write that fails.
        await (answer_to(call) if hasattr(call, "add_done_callback") else call)
    return read_refusal(caught.value)


def read_refusal(error: grpc.aio.AioRpcError) -> Refusal:
    details = dict(error.trailing_metadata() or ())["grpc-status-details-bin"]
    status = status_pb2.Status.FromString(details)
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    assert info.domain == "clio.v1"
    assert status.message == error.details()
    assert status.code == error.code().value[0]
    return Refusal(error.code().name, info.reason, status.message, dict(info.metadata))

"""Sends hostile calls over a real channel and collects the responses."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import grpc
import grpc.aio
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from tests.fuzz.hostile_call import HostileCall

PATIENCE = 60.0
"""Seconds after which a response counts as missing."""
GLANCE = 0.05
"""Seconds to wait for the next message of a stream."""

LOST = "Internal error from Core"
"""What the client's own library says when the server has ended a call while it was still writing: the server's status
is lost then. The server's log tells whether it was at fault."""


@dataclass
class Answer:
    """The status, the reason for machines where there is one, and the parts that came before it."""

    code: str
    reason: str = ""
    message: str = ""
    seconds: float = 0.0
    parts: list[bytes] = field(default_factory=list)
    hung_up: bool = False
    """The caller did not wait for the end."""


async def make(channel: grpc.aio.Channel, call: HostileCall) -> Answer:
    started = time.perf_counter()
    answer = Answer("OK")
    try:
        if call.streams_in or call.streams_out:
            await _stream(channel, call, answer)
        else:
            await _ask(channel, call, answer)
    except grpc.aio.AioRpcError as error:
        answer.code, answer.message = error.code().name, error.details() or ""
        answer.reason = _reason(error)
        if answer.message == LOST:
            answer.code, answer.hung_up = "LOST", True
    answer.seconds = time.perf_counter() - started
    return answer


async def _ask(channel: grpc.aio.Channel, call: HostileCall, answer: Answer) -> None:
    asked = channel.unary_unary(call.path)(call.parts[0], metadata=call.metadata, timeout=PATIENCE)
    if call.hangs_up:
        await asyncio.sleep(0)
        asked.cancel()
        answer.code, answer.hung_up = "CANCELLED", True
        return
    answer.parts.append(await asked)


async def _stream(channel: grpc.aio.Channel, call: HostileCall, answer: Answer) -> None:
    """Sends all parts and reads a few; a method with one answer is waited for, a stream is left when it is silent."""
    asked = channel.stream_stream(call.path)(_each(call.parts), metadata=call.metadata, timeout=PATIENCE)
    # gRPC does not answer a caller that says nothing where a message must come; it waits with the caller.
    endless = call.streams_out or not call.parts
    try:
        while not call.hangs_up and (not endless or len(answer.parts) < call.reads):
            part = await asyncio.wait_for(asked.read(), GLANCE if endless else PATIENCE)
            if part is grpc.aio.EOF:
                code = await asked.code()
                if code is not grpc.StatusCode.OK:
                    raise grpc.aio.AioRpcError(
                        code, await asked.initial_metadata(), await asked.trailing_metadata(), await asked.details()
                    )
                return
            answer.parts.append(part)
        answer.code, answer.hung_up = "CANCELLED", True
    except TimeoutError:
        answer.code, answer.hung_up = ("CANCELLED", True) if endless else ("DEADLINE_EXCEEDED", False)
    except asyncio.CancelledError:
        # A write that the server did not want any more ends the whole call this way.
        code = await asked.code()
        answer.code, answer.message = code.name, await asked.details() or ""
    finally:
        asked.cancel()


async def _each(parts: tuple[bytes, ...]) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


def _reason(error: grpc.aio.AioRpcError) -> str:
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin" and isinstance(value, bytes):
            try:
                status = status_pb2.Status.FromString(value)
            except DecodeError:
                return "UNREADABLE"
            return reason_of(status)
    return ""


def reason_of(status: status_pb2.Status) -> str:
    """The reason for machines of a rich status; empty where it has none."""
    info = error_details_pb2.ErrorInfo()
    return info.reason if status.details and status.details[0].Unpack(info) else ""

"""A server ends a stream while the client writes to it: gRPC reports INTERNAL in place of the server's status.

The library overwrites the status that it received with its own when a write fails first, so what the client sees is
``INTERNAL``, ``Internal error from Core``, without metadata. It is a lost connection like any other.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import grpc
import grpc.aio
import pytest
from google.rpc import error_details_pb2, status_pb2

from clio.client import Client
from clio.client.errors import ClioError, UnreachableError, from_rpc, from_status
from clio.client.retry import PASSING, RetryPolicy
from clio.v1 import archive_service_pb2 as archive_pb
from clio.v1 import match_service_pb2 as pb
from clio.v1.archive_service_pb2_grpc import ArchiveServiceServicer, add_ArchiveServiceServicer_to_server
from clio.v1.match_service_pb2_grpc import MatchServiceServicer, MatchServiceStub, add_MatchServiceServicer_to_server

MATCH = "m" * 20
ENDED_STREAMS = 15
MAX_STREAMS = 500
IMPORTS = 200
QUICK = RetryPolicy(first_seconds=0.001, max_seconds=0.002)


class EndingServer(MatchServiceServicer):
    """Ends the first streams after one message, as a server that is told to stop does; then answers every move."""

    def __init__(self, ended: int) -> None:
        self._left = ended
        self.recorded: list[str] = []

    async def PlayStream(  # noqa: N802 (its name in the contract)
        self, request_iterator: AsyncIterator[pb.PlayStreamRequest], context: Any
    ) -> AsyncIterator[pb.PlayStreamResponse]:
        ending, self._left = self._left > 0, self._left - 1
        async for request in request_iterator:
            if ending:
                await context.abort(grpc.StatusCode.UNAVAILABLE, "The server is shutting down.")
            self.recorded += [move.request_id for move in request.moves]
            played = [
                pb.StreamAnswer(request_id=move.request_id, played=pb.PlayMoveResponse()) for move in request.moves
            ]
            yield pb.PlayStreamResponse(answers=played)


@asynccontextmanager
async def serving(ended: int) -> AsyncIterator[tuple[EndingServer, str]]:
    server, servicer = grpc.aio.server(), EndingServer(ended)
    add_MatchServiceServicer_to_server(servicer, server)  # type: ignore[no-untyped-call]
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield servicer, f"127.0.0.1:{port}"
    finally:
        await server.stop(None)


async def _without_end() -> AsyncIterator[pb.PlayStreamRequest]:
    while True:
        yield pb.PlayStreamRequest(moves=[pb.StreamMove(match_id=MATCH)])
        await asyncio.sleep(0)


async def _overwritten_status(address: str) -> grpc.aio.AioRpcError:
    """The first failure whose status the library has overwritten."""
    async with grpc.aio.insecure_channel(address) as channel:
        stub = MatchServiceStub(channel)
        for _ in range(MAX_STREAMS):
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await anext(aiter(stub.PlayStream(_without_end())))
            if caught.value.code() is grpc.StatusCode.INTERNAL:
                return caught.value
    raise AssertionError(
        f"gRPC no longer overwrites the status of {MAX_STREAMS} streams: the client need not expect it"
    )


async def test_a_status_that_the_library_overwrote_counts_as_a_lost_connection() -> None:
    async with serving(MAX_STREAMS) as (_, address):
        error = from_rpc(await _overwritten_status(address))
    assert isinstance(error, UnreachableError)
    assert error.code in PASSING
    assert QUICK.pause_after(error, 1) is not None


async def test_a_play_session_goes_on_with_the_same_request_ids() -> None:
    numbers = count()
    async with serving(ENDED_STREAMS) as (server, address), Client(address, retries=QUICK) as client:

        async def plays(moves: int) -> list[str]:
            asked = [f"request-{next(numbers)}" for _ in range(moves)]
            for request_id in asked:
                await session.play(MATCH, "pass", "token", request_id=request_id)
            return asked

        async def floods() -> None:
            while True:
                flood.append(asyncio.create_task(session.play(MATCH, "pass", "token")))
                await asyncio.sleep(0.0005)

        flood: list[asyncio.Task[pb.PlayMoveResponse]] = []
        async with client.play_session() as session:
            flooding = asyncio.create_task(floods())
            asked = await asyncio.wait_for(asyncio.gather(*(plays(10) for _ in range(10))), 60)
            flooding.cancel()
            await asyncio.gather(*flood)
    assert {request_id for each in asked for request_id in each} <= set(server.recorded)


class FullArchive(ArchiveServiceServicer):
    """Refuses every record before all of it was sent."""

    calls = 0

    async def ImportRecord(  # noqa: N802 (its name in the contract)
        self, request_iterator: AsyncIterator[archive_pb.ImportRecordRequest], context: Any
    ) -> archive_pb.ImportRecordResponse:
        self.calls += 1
        async for _ in request_iterator:
            status = status_pb2.Status(code=grpc.StatusCode.RESOURCE_EXHAUSTED.value[0], message="The archive is full.")
            status.details.add().Pack(error_details_pb2.ErrorInfo(reason="ARCHIVE_FULL", domain="clio.v1"))
            await context.abort(
                grpc.StatusCode.RESOURCE_EXHAUSTED,
                status.message,
                (("grpc-status-details-bin", status.SerializeToString()),),
            )
        raise AssertionError("no part was sent")


async def test_an_import_refused_while_it_is_sent_tells_the_servers_reason() -> None:
    """The library overwrites the status of about one in thirty of these calls."""
    server, archive = grpc.aio.server(), FullArchive()
    add_ArchiveServiceServicer_to_server(archive, server)  # type: ignore[no-untyped-call]
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    reasons = []
    async with Client(f"127.0.0.1:{port}", retries=QUICK) as client:
        for _ in range(IMPORTS):
            with pytest.raises(ClioError) as caught:
                await client.archive.import_record([bytes(1_000_000)])
            reasons.append(caught.value.reason)
    await server.stop(None)
    assert set(reasons) == {"ARCHIVE_FULL"}
    assert archive.calls == IMPORTS


@pytest.mark.parametrize("code", [grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN])
def test_a_fault_that_the_server_explains_is_not_tried_again(code: grpc.StatusCode) -> None:
    status = status_pb2.Status(code=code.value[0], message="Something went wrong in the server.")
    status.details.add().Pack(error_details_pb2.ErrorInfo(reason="INTERNAL", domain="clio.v1"))
    error = from_status(status)
    assert type(error) is ClioError
    assert QUICK.pause_after(error, 1) is None

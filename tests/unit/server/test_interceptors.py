"""Interceptors of a method: deadlines, statuses and observers of a call, on a real gRPC server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import grpc.aio
import pytest

from clio.server import errors
from clio.server.app.call_context import Call, Check
from clio.server.rpc.interceptors import GrpcInterceptors
from clio.server.rpc.method_table import MethodTable
from clio.server.rpc.pipeline import CallPipeline
from clio.server.rpc.status import CODES
from clio.v1 import score_service_pb2 as pb
from clio.v1.score_service_pb2_grpc import ScoreServiceServicer, ScoreServiceStub, add_ScoreServiceServicer_to_server
from tests.kit.waiting import until

Recorded = list[tuple[str, str, str]]


class Slow(ScoreServiceServicer):
    """Answers after as many milliseconds as the request's position says."""

    def __init__(self) -> None:
        self.cancelled = 0

    async def GetScores(  # noqa: N802 (the contract's name)
        self, request: pb.GetScoresRequest, context: Any
    ) -> pb.GetScoresResponse:
        del context
        try:
            await asyncio.sleep(request.seq / 1000)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if request.match_id == "broken":
            raise KeyError("broken")
        return pb.GetScoresResponse()


def nobody_named_eve(method: str) -> Check:
    assert method == "/clio.v1.ScoreService/GetScores"

    def check(call: Call) -> None:
        if call.match_id == "eve":
            raise errors.token_wrong("a token")

    return check


@asynccontextmanager
async def served(handler: Slow, seconds: float) -> AsyncIterator[tuple[Any, Recorded]]:
    recorded: Recorded = []
    pipeline = CallPipeline(
        seconds, nobody_named_eve, [lambda call, code: recorded.append((call.match_id, code, call.reason))]
    )
    server = grpc.aio.server()
    methods = MethodTable()
    server.add_generic_rpc_handlers((methods,))
    add_ScoreServiceServicer_to_server(handler, GrpcInterceptors(pipeline, 100).before(methods))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield ScoreServiceStub(channel), recorded
    await server.stop(0)


async def test_a_call_that_takes_too_long_is_ended_and_the_others_are_not() -> None:
    handler = Slow()
    async with served(handler, 0.2) as (stub, recorded):
        quick = asyncio.ensure_future(stub.GetScores(pb.GetScoresRequest(match_id="quick", seq=1)))
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stub.GetScores(pb.GetScoresRequest(match_id="slow", seq=60_000))
        await quick
    assert refused.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    assert handler.cancelled == 1
    assert recorded == [("quick", "OK", ""), ("slow", "DEADLINE_EXCEEDED", errors.took_too_long().reason)]


async def test_a_caller_that_disconnects_is_observed_as_cancelled() -> None:
    handler = Slow()
    async with served(handler, 30) as (stub, recorded):
        call = stub.GetScores(pb.GetScoresRequest(match_id="gone", seq=60_000))
        await asyncio.sleep(0.1)
        call.cancel()
        await until(lambda: bool(recorded))
    assert recorded == [("gone", "CANCELLED", "")]


async def test_an_internal_error_is_reported_without_its_text() -> None:
    async with served(Slow(), 30) as (stub, recorded):
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stub.GetScores(pb.GetScoresRequest(match_id="broken"))
    assert refused.value.code() is grpc.StatusCode.INTERNAL
    assert "KeyError" not in str(refused.value.details())
    assert recorded == [("broken", "INTERNAL", errors.internal().reason)]


async def test_a_check_rejects_before_the_handler_runs() -> None:
    handler = Slow()
    async with served(handler, 30) as (stub, recorded):
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stub.GetScores(pb.GetScoresRequest(match_id="eve", seq=60_000))
    assert refused.value.code() is CODES[errors.token_wrong("a token").kind]
    assert recorded == [("eve", refused.value.code().name, errors.token_wrong("a token").reason)]


async def test_an_oversized_or_invalid_message_is_rejected() -> None:
    async with served(Slow(), 30) as (stub, recorded):
        with pytest.raises(grpc.aio.AioRpcError) as large:
            await stub.GetScores(pb.GetScoresRequest(match_id="x" * 101))
    assert recorded[0][1:] == (large.value.code().name, errors.too_large(1, 1).reason)

"""Threads of a real server that are ended in the middle of play: it goes on, and its health shows it."""

import asyncio
from pathlib import Path

import grpc.aio
import pytest
from structlog.testing import capture_logs

from clio.v1 import match_service_pb2 as pb
from tests.kit.servers import Connection, Seated, running
from tests.kit.thread_ending import end_thread
from tests.kit.waiting import until


async def listed(server: Connection) -> set[str]:
    answer = await server.matches.ListMatches(pb.ListMatchesRequest())
    return {match.match_id for match in answer.matches}


async def test_the_writer_is_ended_again_and_again_and_play_goes_on(tmp_path: Path) -> None:
    async with running(tmp_path) as server, asyncio.timeout(60):
        table = await server.seated()
        for attempt in range(5):
            end_thread("clio-writer")
            # It dies when it is next awake; until a move is through, the caller repeats it with its request.
            request_id = f"move-{attempt}"
            await until(lambda request_id=request_id: _played(table, request_id))
        await table.finish()
        writer = server.clio._writer.thread
        assert writer.restarts >= 1
        await until(lambda: server.clio.health.serving)
        assert writer.healthy


async def _played(table: Seated, request_id: str) -> bool:
    try:
        await table.play_first(request_id=request_id)
    except grpc.aio.AioRpcError as error:
        if error.code() is not grpc.StatusCode.UNAVAILABLE:
            raise
        return False
    return True


@pytest.mark.parametrize("thread", ["clio-matches", "clio-generations"])
async def test_a_thread_of_the_views_is_ended_and_lists_are_kept_up(tmp_path: Path, thread: str) -> None:
    async with running(tmp_path) as server, asyncio.timeout(60):
        with capture_logs() as lines:
            first = await server.open()
            end_thread(thread)
            second = await server.open()
            await until(lambda: {each.name: each.restarts for each in server.clio.projections.threads()}[thread] == 1)
            await until(lambda: _lists(server, {first.match.match_id, second.match.match_id}))
            await until(lambda: not server.clio.health.degraded)
        assert [line["thread"] for line in lines if line["event"] == "thread.failed"] == [thread]


async def _lists(server: Connection, wanted: set[str]) -> bool:
    try:
        return wanted <= await listed(server)
    except grpc.aio.AioRpcError as error:
        # The view reopens with its thread; a list asked for in between is refused and can be asked for again.
        if error.code() is not grpc.StatusCode.UNAVAILABLE:
            raise
        return False

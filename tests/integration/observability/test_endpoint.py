"""The port for operators: metrics, whether the server lives, whether it is ready, and nothing else."""

import asyncio
import http.client
import socket
from pathlib import Path

import grpc
import grpc.aio
import pytest

from clio.server import errors
from clio.server.bootstrap import Clio
from clio.server.observability.http_endpoint import MAX_CONNECTIONS
from clio.server.settings import Settings
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from tests.kit.logging_server import refused_start
from tests.kit.ports import free_port
from tests.kit.scraping import fetched, scraped
from tests.kit.server_process import ServerProcess
from tests.kit.waiting import until


async def test_it_has_three_pages(tmp_path: Path) -> None:
    async with scraped(tmp_path) as seen:
        assert await seen.page("/healthz") == (200, "200 OK\n")
        assert await seen.page("/readyz") == (200, "200 OK\n")
        assert (await seen.page("/metrics"))[1].startswith("# HELP clio_")
        assert (await seen.page("/"))[0] == 404
        assert (await seen.page("/metrics/../healthz"))[0] == 404
        assert (await seen.page("/metrics", "POST"))[0] == 405


async def test_a_server_that_drains_lives_but_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    clio = Clio(Settings(port=0, http_port=None, data=tmp_path, drain_seconds=20.0, metrics_port=port))
    await clio.start()
    begun, release = asyncio.Event(), asyncio.Event()

    async def held(*_: object) -> None:
        begun.set()
        await release.wait()
        raise errors.match_not_found("")

    async with grpc.aio.insecure_channel(f"127.0.0.1:{clio.port}") as channel:
        opened = await MatchServiceStub(channel).OpenMatch(pb.OpenMatchRequest(game="akros", seats=2))
        monkeypatch.setattr(clio.matches, "at_least", held)
        call = MatchServiceStub(channel).GetMatch(pb.GetMatchRequest(match_id=opened.match.match_id))
        ended = asyncio.ensure_future(call.code())
        await begun.wait()
        stopping = asyncio.create_task(clio.stop())

        async def is_not_ready() -> bool:
            return (await asyncio.to_thread(fetched, port, "/readyz"))[0] == 503

        await until(is_not_ready)
        assert (await asyncio.to_thread(fetched, port, "/healthz"))[0] == 200
        release.set()
        assert await ended is grpc.StatusCode.NOT_FOUND
        await stopping


async def test_connections_that_say_nothing_leave_the_server_alone(tmp_path: Path) -> None:
    async with scraped(tmp_path) as seen:
        silent = [socket.create_connection(("127.0.0.1", seen.port), 5) for _ in range(3 * MAX_CONNECTIONS)]
        try:
            await (await seen.server.seated()).play_first()
        finally:
            for connection in silent:
                connection.close()

        async def answers() -> bool:
            try:
                return (await seen.page("/healthz"))[0] == 200
            except (http.client.HTTPException, OSError):
                return False

        await until(answers)


async def test_a_server_process_shows_its_metrics_and_what_was_built(tmp_path: Path) -> None:
    port = free_port()
    server = ServerProcess(tmp_path, CLIO_METRICS_PORT=str(port), CLIO_BUILD="0123abc")
    await server.start()
    try:
        status, text = await asyncio.to_thread(fetched, port, "/metrics")
    finally:
        assert await server.stop() == 0
    assert status == 200
    assert 'build="0123abc"' in text
    assert "process_resident_memory_bytes" in text


def test_a_port_that_is_taken_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = refused_start(tmp_path, CLIO_METRICS_PORT=str(port))
    assert f"CLIO_METRICS_PORT {port} cannot be used" in told
    assert "Traceback" not in told

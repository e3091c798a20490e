"""A log that cannot be written costs lines of the log and nothing else: real servers, real files and pipes."""

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest

from clio.v1 import match_service_pb2 as pb
from clio.v1.server_service_pb2 import GetServerStatusRequest, GetServerStatusResponse
from clio.v1.server_service_pb2_grpc import ServerServiceStub
from tests.kit.logging_server import LoggingServer
from tests.kit.server_process import ServerProcess
from tests.kit.servers import Connection, connected
from tests.kit.waiting import until

CALLS = 300
PATIENCE = 30.0
ATTACK = "\x1b]0;owned\x07\x9b2J\u202egnp\u2028\u2066\x7f"
"""Sets a terminal's title, clears its screen, and turns text around."""


@asynccontextmanager
async def serving(data: Path, stderr: int, **settings: str) -> AsyncIterator[tuple[ServerProcess, Connection]]:
    """A server with its log at a file descriptor, and a line for every call."""
    with os.fdopen(stderr, "wb", closefd=False) as file:
        server = ServerProcess(data, stderr=file, CLIO_LOG_LEVEL="info", **settings)
        await server.start()
    try:
        async with connected(server.address) as connection:
            yield server, connection
    finally:
        if server.is_running:
            await server.kill()


async def play(connection: Connection) -> None:
    """Plays matches with so many calls, of which none may fail or hang."""
    calls = 0
    async with asyncio.timeout(PATIENCE):
        while calls < CALLS:
            table = await connection.seated()
            # Each move takes three calls; a few events are not moves.
            calls += 3 * (await table.finish()).seq


async def status(connection: Connection) -> GetServerStatusResponse:
    answer: GetServerStatusResponse = await ServerServiceStub(connection.channel).GetServerStatus(
        GetServerStatusRequest()
    )
    return answer


async def dropped(connection: Connection) -> int:
    counts = {count.name: count.value for count in (await status(connection)).counts}
    return counts["log_dropped_lines"]


async def log_is_healthy(connection: Connection) -> bool:
    return {each.name: each.healthy for each in (await status(connection)).dependencies}["log"]


async def ends_by_itself(server: ServerProcess) -> None:
    assert await asyncio.wait_for(server.stop(), PATIENCE) == 0


async def test_a_full_disk_costs_lines_and_no_call(tmp_path: Path) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    async with serving(tmp_path, full) as (server, connection):
        await play(connection)
        assert await dropped(connection) > 0
        await until(lambda: _is_degraded(connection))
        assert (await status(connection)).serving
        await ends_by_itself(server)
    os.close(full)


async def test_a_pipe_whose_reader_has_gone_costs_lines_and_no_call(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    async with serving(tmp_path, writing) as (server, connection):
        os.close(reading)
        await play(connection)
        assert await dropped(connection) > 0
        await ends_by_itself(server)
    os.close(writing)


async def test_a_pipe_that_is_not_read_stops_neither_calls_nor_the_end(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    room = fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    async with serving(tmp_path, writing) as (server, connection):
        await play(connection)
        fill = os.dup(reading)
        assert len(os.read(fill, room)) > room // 4, "the pipe was full"
        os.close(fill)
        await ends_by_itself(server)
    os.close(reading)
    os.close(writing)


async def test_standard_output_may_fail_as_well(tmp_path: Path) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    with os.fdopen(full, "wb") as file:
        server = ServerProcess(tmp_path, stderr=file, stdout=file, CLIO_LOG_LEVEL="info")
        await server.start()
    async with connected(server.address) as connection:
        await play(connection)
    await ends_by_itself(server)


async def _is_degraded(connection: Connection) -> bool:
    return not await log_is_healthy(connection)


@pytest.mark.parametrize("form", ["json", "console"])
async def test_no_caller_can_write_control_characters_to_the_operators_terminal(tmp_path: Path, form: str) -> None:
    server = LoggingServer(tmp_path, CLIO_LOG_FORMAT=form)
    async with server as channel:
        connection = Connection(None, channel)
        for match_id in (ATTACK, "m" * 60_000):
            call = connection.matches.GetMatch(pb.GetMatchRequest(match_id=match_id))
            assert await call.code() is not grpc.StatusCode.OK
    seen = [line for line in server.log.split("\n") if "GetMatch" in line]
    assert len(seen) == 2
    assert {character for character in server.log if not character.isprintable()} == {"\n"}
    assert "owned" in seen[0], "it is escaped, not lost"
    assert max(map(len, seen)) < 2_000

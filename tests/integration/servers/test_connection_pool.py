"""One pool per database: however busy a server is, its connections are counted, and a failed start leaves none."""

import asyncio
import socket
from pathlib import Path

import psycopg
import pytest

from clio.v1 import archive_service_pb2 as archive_pb
from clio.v1 import match_service_pb2 as pb
from clio.v1 import standings_service_pb2 as standings_pb
from clio.v1.archive_service_pb2_grpc import ArchiveServiceStub
from clio.v1.standings_service_pb2_grpc import StandingsServiceStub
from tests.kit.servers import Connection, running, server_with
from tests.kit.waiting import until

POOL = 4
DEDICATED = {"clio-clock", "clio-follower", "clio-stream-lock"}
"""Sessions that a pool cannot lend: see docs/operations.md."""
MATCHES = 24


def sessions(url: str) -> list[str]:
    """The names of all sessions on a database but this one; one that is just being opened has none yet."""
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT application_name FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> ''"
        ).fetchall()
    return [str(name) for (name,) in rows]


async def busy(server: Connection) -> None:
    """Moves, lists, standings and the archive, all at once."""
    table = await server.seated()
    archive, standings = ArchiveServiceStub(server.channel), StandingsServiceStub(server.channel)
    for turn in range(4):
        await asyncio.gather(
            table.play_first(choice=turn),
            server.matches.ListMatches(pb.ListMatchesRequest()),
            standings.ListStandings(standings_pb.ListStandingsRequest()),
            archive.ListArchivedRecords(archive_pb.ListArchivedRecordsRequest()),
        )


async def test_a_busy_server_opens_no_more_connections_than_it_may(tmp_path: Path, database_url: str) -> None:
    most: dict[str, int] = {}
    async with running(tmp_path, database_url=database_url, database_connections=POOL) as server:
        working = asyncio.gather(*(busy(server) for _ in range(MATCHES)))
        while not working.done():
            found = await asyncio.to_thread(sessions, database_url)
            most = {name: max(found.count(name), most.get(name, 0)) for name in {*found, *most}}
            await asyncio.sleep(0.01)
        await working
    assert set(most) == {"clio", *DEDICATED}
    assert all(most[name] == 1 for name in DEDICATED)
    # One more while the server starts: it asks the database itself why it cannot be reached.
    assert 2 <= most["clio"] <= POOL
    await until(lambda: not sessions(database_url))


async def test_a_server_with_the_smallest_pool_plays_and_lists(tmp_path: Path, database_url: str) -> None:
    async with running(tmp_path, database_url=database_url, database_connections=1) as server:
        await asyncio.gather(*(busy(server) for _ in range(3)))


async def test_a_start_that_fails_leaves_no_connection_open(tmp_path: Path, database_url: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        server = server_with(tmp_path, database_url=database_url, http_port=taken.getsockname()[1])
        with pytest.raises(Exception, match=r"(?i)in use"):
            await server.start()
    await until(lambda: not sessions(database_url))


async def test_a_server_that_cannot_be_built_leaves_no_connection_open(tmp_path: Path, database_url: str) -> None:
    (tmp_path / "admin-token").mkdir()
    with pytest.raises(OSError, match="admin-token"):
        server_with(tmp_path, database_url=database_url)
    # The server ends a session a moment after its connection was closed.
    await until(lambda: not sessions(database_url))

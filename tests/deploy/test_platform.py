"""All parts together, with the files, passwords and certificates that deploy/ gives them: a match is played through."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import psycopg
import pytest

from clio.client import Client, ClioError, Credentials
from clio.v1.match_pb2 import MatchStatus
from tests.deploy.edge import Edge, calling
from tests.deploy.files import make_secrets
from tests.deploy.platform import Platform
from tests.integration.client.seats import seated
from tests.kit.waiting import until


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    return make_secrets(tmp_path / "secrets", "localhost")


@pytest.fixture
async def platform(tmp_path: Path, secrets: Path) -> AsyncIterator[Platform]:
    with ExitStack() as stack:
        platform = await asyncio.to_thread(Platform, tmp_path, secrets, stack)
        for server in platform.servers:
            await server.start()
        try:
            yield platform
        finally:
            for server in platform.servers:
                await server.stop()


@pytest.fixture
async def key(platform: Platform) -> str:
    """A key that every server knows: one server makes it, the others look for new keys once a second."""
    made = await platform.new_key("play", "host")
    for server in platform.servers:
        await until(partial(_knows, server.address, made))
    return made


async def _knows(address: str, key: str) -> bool:
    async with Client(address, credentials=Credentials(key=key)) as client:
        try:
            await client.list_games().all()
        except ClioError:
            return False
    return True


@pytest.fixture
async def client(platform: Platform, secrets: Path, key: str) -> AsyncIterator[Client]:
    edge = Edge(secrets, [server.port for server in platform.servers])
    try:
        await asyncio.to_thread(edge.start)
        await until(lambda: asyncio.to_thread(lambda: edge.healthy_servers() == 2))
        async with calling(edge, secrets) as stranger:
            with pytest.raises(ClioError, match="key"):
                await stranger.list_games().all()
        async with calling(edge, secrets, key=key) as client:
            yield client
    finally:
        await asyncio.to_thread(edge.remove)


async def test_a_match_is_played_on_the_whole_platform(client: Client, platform: Platform, key: str) -> None:
    table = await seated(client, 2)
    watched = asyncio.create_task(_sightings(client, table.id))
    for _ in range(5):
        seat = (await client.get_match(table.id)).to_move[0]
        legal = await client.list_legal_moves(table.id, table.tokens[seat]).first_page()
        await client.play_move(table.id, legal.moves[0], table.tokens[seat])
    match = await client.resign_match(table.id, table.tokens[0])
    assert match.status == MatchStatus.MATCH_STATUS_FINISHED
    assert await asyncio.wait_for(watched, 20) == match.seq
    for server in platform.servers:
        async with Client(server.address, credentials=Credentials(key=key)) as direct:
            status = await direct.get_server_status()
            assert {(each.name, each.kind, each.healthy) for each in status.dependencies} == {
                ("record", "postgresql", True),
                ("writer", "thread", True),
                ("follower", "thread", True),
                ("views", "threads", True),
                ("live", "redis", True),
                ("log", "stderr", True),
                ("clock", "thread", True),
            }
            assert (await direct.get_head(table.id)).seq == match.seq
    heads = [(await _head_key(server.address, table.id, key)) for server in platform.servers]
    assert heads[0] == heads[1]


async def _sightings(client: Client, match_id: str) -> int:
    watcher = client.watch_match(match_id)
    async for _ in watcher:
        pass
    return watcher.seq


async def _head_key(address: str, match_id: str, key: str) -> bytes:
    async with Client(address, credentials=Credentials(key=key)) as client:
        return (await client.get_head(match_id)).signer_key


def test_the_owner_of_the_record_is_no_superuser_and_the_password_counts(tmp_path: Path, secrets: Path) -> None:
    with ExitStack() as stack:
        platform = Platform(tmp_path, secrets, stack)
        assert platform.rights() == (False, False, False)
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(platform.database.replace("clio:", "clio:x", 1))

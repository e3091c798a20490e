"""The hardened Redis: it starts with its configuration, shuts strangers out, and is all that Clio needs."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from clio.v1 import match_service_pb2 as pb
from tests.deploy.files import DEPLOY, make_secrets
from tests.deploy.hardened_redis import HardenedRedis
from tests.integration.servers.test_redis_access import two_servers
from tests.kit.servers import Connection, bearer
from tests.kit.waiting import until
from tests.kit.watching import seen_to_the_end

DANGEROUS = (
    ["FLUSHALL"],
    ["CONFIG", "GET", "*"],
    ["KEYS", "*"],
    ["SCAN", "0"],
    ["DEBUG", "SLEEP", "0"],
    ["SHUTDOWN", "NOSAVE"],
    ["ACL", "LIST"],
    ["EVAL", "return 1", "0"],
    ["REPLICAOF", "127.0.0.1", "1"],
    ["MODULE", "LIST"],
    ["SAVE"],
    ["CLIENT", "LIST"],
    ["MONITOR"],
    ["SUBSCRIBE", "anything"],
    ["DEL", "clio:x"],
    ["XADD", "elsewhere", "*", "a", "b"],
)


@pytest.fixture(scope="module")
def hardened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HardenedRedis]:
    server = HardenedRedis(make_secrets(tmp_path_factory.mktemp("secrets") / "made"))
    try:
        server.start()
        yield server
    finally:
        server.remove()


def password(hardened: HardenedRedis) -> str:
    return (hardened.secrets / "redis-password").read_text().strip()


def test_nobody_gets_in_without_a_name_and_its_password(hardened: HardenedRedis) -> None:
    for user, word in ((None, None), ("clio", "wrong"), ("default", ""), ("clio", "")):
        with pytest.raises(redis.exceptions.AuthenticationError):
            hardened.client(user, word).ping()
    assert hardened.client("clio", password(hardened)).ping()


def test_nobody_gets_in_without_tls(hardened: HardenedRedis) -> None:
    with pytest.raises(redis.exceptions.ConnectionError):
        redis.Redis(port=hardened.port, retry=None).ping()


@pytest.mark.parametrize("command", DANGEROUS, ids=lambda command: command[0])
def test_not_even_clio_may_do_what_it_does_not_need(hardened: HardenedRedis, command: list[str]) -> None:
    with pytest.raises(
        (redis.exceptions.NoPermissionError, redis.exceptions.ResponseError), match=r"permission|not allowed"
    ):
        hardened.client("clio", password(hardened)).execute_command(*command)


def test_who_asks_for_health_may_ask_for_no_more(hardened: HardenedRedis) -> None:
    probe = hardened.client("probe", "anything")
    assert probe.ping()
    with pytest.raises(redis.exceptions.NoPermissionError):
        probe.execute_command("XREAD", "STREAMS", "clio:{a}:events", "0")


async def test_clio_works_with_it(hardened: HardenedRedis, tmp_path: Path, database_url: str) -> None:
    async with two_servers(tmp_path, database_url, redis_url=hardened.clio_url) as (here, there):
        table = await here.seated()
        request = pb.WatchMatchRequest(match_id=table.id)
        sitting = there.matches.WatchMatch(request, metadata=bearer(table.tokens[1]))
        await anext(aiter(sitting))
        await until(lambda: _is_present(here, table.id, 1))
        sitting.cancel()
        watched = asyncio.create_task(seen_to_the_end(there, table.id))
        match = await table.finish()
        assert (await asyncio.wait_for(watched, 20)).digest == match.digest
        for server in (here, there):
            await until(lambda server=server: server.clio.live.healthy)
        counts = here.clio.live.counts
        await until(lambda: counts()["live_published"] + counts()["live_repeated"] >= match.seq)


async def _is_present(server: Connection, match_id: str, seat: int) -> bool:
    answer = await server.matches.GetPresence(pb.GetPresenceRequest(match_id=match_id))
    return seat in answer.connected_seats


def test_the_rights_are_those_that_the_live_stream_page_names() -> None:
    page = (DEPLOY.parent / "docs" / "live-stream.md").read_text()
    (line,) = [line for line in page.splitlines() if line.startswith("user clio ")]
    rights = line.partition("~")[2]
    example = (DEPLOY / "redis" / "users.acl.example").read_text()
    assert f"~{rights}\n" in example

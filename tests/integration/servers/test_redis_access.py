"""Redis as platforms run it: with TLS and an ACL user of few rights, and as a cluster."""

import asyncio
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.kit.ports import free_port
from tests.kit.redis_server import RedisServer
from tests.kit.servers import Connection, running
from tests.kit.waiting import until
from tests.kit.watching import Seen, seen_to_the_end, watch

# What docs/live-stream.md tells operators to grant.
RIGHTS = "~clio:* resetchannels -@all +xadd +xread +expire +zadd +zrem +zrangebyscore +ping"


@asynccontextmanager
async def two_servers(folder: Path, database_url: str, **settings: object) -> AsyncIterator[list[Connection]]:
    async with (
        running(folder / "a", database_url=database_url, **settings) as a,
        running(folder / "b", database_url=database_url, **settings) as b,
    ):
        yield [a, b]


async def assert_moves_travel(servers: list[Connection]) -> None:
    """What one server records reaches a watcher of the other, through Redis."""
    seated = await servers[0].seated()
    stream, seen = watch(servers[1], seated.id), Seen()
    while seen.caught_up_at < 0:
        seen.take(await anext(stream))
    for turn in range(5):
        played = await seated.play_first(choice=turn)
        while seen.seq < played.seq:
            seen.take(await asyncio.wait_for(anext(stream), 60))
    whole = asyncio.create_task(seen_to_the_end(servers[1], seated.id))
    match = await seated.finish()
    assert (await asyncio.wait_for(whole, 60)).digest == match.digest
    for server in servers:
        assert server.clio.live.healthy
    assert servers[0].clio.live.counts()["live_published"] == match.seq
    assert servers[0].clio.live.counts()["live_dropped"] == 0


def make_certificate(certificate: Path, secret: Path) -> None:
    request = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1"
    command = ["openssl", *request.split(), "-keyout", str(secret), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)


async def test_tls_and_a_user_who_may_do_little_are_enough(tmp_path: Path, database_url: str) -> None:
    certificate, secret = tmp_path / "redis.crt", tmp_path / "redis.key"
    await asyncio.to_thread(make_certificate, certificate, secret)
    user = ("--user", "clio", "on", ">open-sesame", *RIGHTS.split())
    redis = RedisServer("--tls-auth-clients", "no", *user, "--user", "default", "off")
    redis.use_tls(certificate, secret)
    try:
        redis.start()
        url = f"rediss://clio:open-sesame@127.0.0.1:{redis.port}/0?ssl_ca_certs={certificate}"
        async with two_servers(tmp_path, database_url, redis_url=url) as servers:
            await assert_moves_travel(servers)
    finally:
        redis.remove()


async def test_a_cluster_carries_matches_in_many_slots(tmp_path: Path, database_url: str) -> None:
    redis = RedisServer("--cluster-enabled", "yes", "--cluster-port", str(free_port()))
    try:
        redis.start()
        redis.say("CLUSTER", "ADDSLOTSRANGE", "0", "16383")
        await until(lambda: "cluster_state:ok" in redis.say("CLUSTER", "INFO"))
        async with two_servers(tmp_path, database_url, redis_url=redis.url, redis_cluster=True) as servers:
            await assert_moves_travel(servers)
            tables = [await servers[0].seated() for _ in range(5)]
            watching = [asyncio.create_task(seen_to_the_end(servers[1], table.id)) for table in tables]
            ends = await asyncio.gather(*(table.finish() for table in tables))
            for match, seen in zip(ends, await asyncio.wait_for(asyncio.gather(*watching), 60), strict=True):
                assert (seen.seq, seen.digest) == (match.seq, match.digest)
    finally:
        redis.remove()

"""The hardened Redis: it starts with its configuration, shuts strangers out, and is all that Clio needs."""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import redis

from tests.deploy.files import DEPLOY, make_secrets, variables
from tests.integration.servers.test_redis_access import assert_moves_travel, two_servers
from tests.kit.redis_server import RedisServer

CONFIGURATION = DEPLOY / "redis" / "redis.conf"
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


class HardenedRedis(RedisServer):
    """Redis with the configuration of deploy/; only its paths and its port differ."""

    def __init__(self, secrets: Path) -> None:
        super().__init__()
        self.secrets = secrets
        tls = self.folder / "tls"
        tls.mkdir()
        shutil.copy(secrets / "redis.crt", tls / "tls.crt")
        shutil.copy(secrets / "redis.key", tls / "tls.key")
        shutil.copy(secrets / "ca.crt", tls / "ca.crt")
        shutil.copy(secrets / "users.acl", self.folder)
        text = CONFIGURATION.read_text().replace("/etc/redis", str(self.folder)).replace("/data", str(self.folder))
        assert "tls-port 6379\n" in text
        (self.folder / "redis.conf").write_text(text.replace("tls-port 6379\n", f"tls-port {self.port}\n"))

    def command(self) -> Sequence[str]:
        return [self._binary, str(self.folder / "redis.conf")]

    def client(self, user: str | None, password: str | None) -> "redis.Redis":
        return redis.Redis(
            port=self.port, username=user, password=password, ssl=True, ssl_ca_certs=str(self.secrets / "ca.crt"),
            protocol=2, retry=None,
        )  # fmt: skip

    @property
    def clio_url(self) -> str:
        """What secrets.sh tells Clio, on this port and with the authority where the container would have it."""
        told = variables(self.secrets / "clio.env")["CLIO_REDIS_URL"]
        assert "@redis:6379/" in told
        return told.replace("@redis:6379/", f"@localhost:{self.port}/").replace(
            "/etc/clio/redis-ca.crt", str(self.secrets / "ca.crt")
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
    async with two_servers(tmp_path, database_url, redis_url=hardened.clio_url) as servers:
        await assert_moves_travel(servers)


def test_the_rights_are_those_that_the_live_stream_page_names() -> None:
    page = (DEPLOY.parent / "docs" / "live-stream.md").read_text()
    (line,) = [line for line in page.splitlines() if line.startswith("user clio ")]
    rights = line.partition("~")[2]
    example = (DEPLOY / "redis" / "users.acl.example").read_text()
    assert f"~{rights}\n" in example

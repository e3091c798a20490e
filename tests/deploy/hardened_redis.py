"""The real Redis with the configuration of deploy/."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import redis

from tests.deploy.files import DEPLOY, variables
from tests.kit.redis_server import RedisServer

CONFIGURATION = DEPLOY / "redis" / "redis.conf"


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

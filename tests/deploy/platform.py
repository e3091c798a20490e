"""The platform of the compose file without its engine: each part with its own files, names mapped to ports here."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import grpc.aio
import psycopg

from clio.v1.access_service_pb2 import CreateKeyRequest, Scope
from clio.v1.access_service_pb2_grpc import AccessServiceStub
from tests.deploy.files import DEPLOY, SETTINGS, read, variables
from tests.deploy.hardened_redis import HardenedRedis
from tests.kit.postgres_server import PostgresServer
from tests.kit.server_process import ServerProcess
from tests.kit.servers import bearer


class HardenedPostgres(PostgresServer):
    """PostgreSQL as its image would start it: passwords for everybody, and the script that makes the record's owner."""

    superuser = "postgres"
    authentication = "scram-sha-256"

    def __init__(self, secrets: Path) -> None:
        self._secrets = secrets
        super().__init__()

    def initdb_options(self) -> Sequence[str]:
        copied = shutil.copy(self._secrets / "superuser-password", self.folder)
        if os.geteuid() == 0:
            shutil.chown(copied, "postgres")
        return [*super().initdb_options(), "--pwfile", copied]

    def url(self, database: str = "postgres") -> str:
        word = (self._secrets / "superuser-password").read_text().strip()
        return f"postgresql://postgres:{word}@127.0.0.1:{self.port}/{database}"

    def make_owner(self) -> None:
        """Runs the script as the image's entry point would."""
        environment = {
            "PATH": f"{Path(self._binary).parent}:{os.environ['PATH']}",
            "PGHOST": "127.0.0.1",
            "PGPORT": str(self.port),
            "PGPASSWORD": (self._secrets / "superuser-password").read_text().strip(),
            "POSTGRES_USER": self.superuser,
            "CLIO_PASSWORD_FILE": str(self._secrets / "postgres-password"),
        }
        subprocess.run(["sh", DEPLOY / "postgres" / "clio.sh"], check=True, env=environment, capture_output=True)


class Platform:
    """Both servers of the compose file, with what it tells them."""

    def __init__(self, folder: Path, secrets: Path, stack: ExitStack) -> None:
        self.postgres, self.redis = HardenedPostgres(secrets), HardenedRedis(secrets)
        for store in (self.postgres, self.redis):
            stack.callback(store.remove)
            store.start()
        self.postgres.make_owner()
        services = read(DEPLOY / "compose.yaml")["services"]
        self.servers = [
            ServerProcess(folder / name, **self._told(services[name], secrets)) for name in ("clio-a", "clio-b")
        ]

    @property
    def database(self) -> str:
        """The record as a server reaches it."""
        return self.servers[0].settings["CLIO_DATABASE_URL"]

    def _told(self, service: dict[str, dict[str, str]], secrets: Path) -> dict[str, str]:
        told = service["environment"] | variables(secrets / "clio.env")
        told["CLIO_DATABASE_URL"] = told["CLIO_DATABASE_URL"].replace(
            "@postgres:5432", f"@127.0.0.1:{self.postgres.port}"
        )
        told["CLIO_REDIS_URL"] = self.redis.clio_url
        told["CLIO_HEAD_KEY"] = str(secrets / Path(told["CLIO_HEAD_KEY"]).name)
        # Both servers have this one address here.
        told["CLIO_METRICS_PORT"] = "0"
        return {name: value for name, value in told.items() if name in SETTINGS}

    async def new_key(self, *scopes: str) -> str:
        """An API key, made at a server itself with the operator's token: the edge knows no way to do so."""
        token = self.servers[0].settings["CLIO_ADMIN_TOKEN"]
        async with grpc.aio.insecure_channel(self.servers[0].address) as channel:
            request = CreateKeyRequest(name="tried", scopes=[Scope.Value(f"SCOPE_{scope.upper()}") for scope in scopes])
            made = await AccessServiceStub(channel).CreateKey(request, metadata=bearer(token))
        return str(made.key)

    def rights(self) -> tuple[bool, bool, bool]:
        """Whether the record's owner is a superuser, or may make databases or roles."""
        with psycopg.connect(self.database) as connection:
            found = connection.execute(
                "SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
        assert found is not None
        return found

"""The image's health check against servers of every kind: open, with TLS, with callers' certificates, and unwell."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from tests.deploy.files import DEPLOY, make_secrets
from tests.kit.ports import free_port

SERVING, NOT_SERVING = health_pb2.HealthCheckResponse.SERVING, health_pb2.HealthCheckResponse.NOT_SERVING


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_secrets(tmp_path_factory.mktemp("secrets") / "made", "play.example.org")


@asynccontextmanager
async def server(
    credentials: grpc.ServerCredentials | None = None, status: "health_pb2.HealthCheckResponse.ServingStatus" = SERVING
) -> AsyncIterator[int]:
    """A server that says only how it does."""
    served, servicer = grpc.aio.server(), health.aio.HealthServicer()  # type: ignore[attr-defined]
    health_pb2_grpc.add_HealthServicer_to_server(servicer, served)
    await servicer.set("", status)
    address = "127.0.0.1:0"
    port = served.add_secure_port(address, credentials) if credentials else served.add_insecure_port(address)
    await served.start()
    try:
        yield port
    finally:
        await served.stop(None)


async def asked(port: int, **settings: object) -> int:
    """The exit code of the script in the environment of such a server."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CLIO_")}
    environment |= {"CLIO_PORT": str(port)} | {name: str(value) for name, value in settings.items()}
    process = await asyncio.create_subprocess_exec(sys.executable, str(DEPLOY / "health.py"), env=environment)
    return await asyncio.wait_for(process.wait(), 30)


def credentials(secrets: Path, name: str = "edge", *, of_callers: bool = False) -> grpc.ServerCredentials:
    pair = ((secrets / f"{name}.key").read_bytes(), (secrets / f"{name}.crt").read_bytes())
    authority = (secrets / "ca.crt").read_bytes() if of_callers else None
    return grpc.ssl_server_credentials([pair], authority, require_client_auth=of_callers)


async def test_an_open_server_is_healthy_while_it_says_so() -> None:
    async with server() as port:
        assert await asked(port) == 0
    async with server(status=NOT_SERVING) as port:
        assert await asked(port) == 1
    assert await asked(free_port()) == 1


async def test_a_server_with_tls_is_known_by_its_own_certificate(secrets: Path) -> None:
    async with server(credentials(secrets)) as port:
        assert await asked(port, CLIO_TLS_CERT=secrets / "edge.crt") == 0
    async with server(credentials(secrets, "redis")) as port:
        assert await asked(port, CLIO_TLS_CERT=secrets / "edge.crt") == 1


async def test_a_server_that_wants_certificates_is_asked_for_a_connection(secrets: Path) -> None:
    told = {"CLIO_TLS_CERT": secrets / "edge.crt", "CLIO_TLS_CLIENT_CA": secrets / "ca.crt"}
    async with server(credentials(secrets, of_callers=True)) as port:
        assert await asked(port, **told) == 0
    assert await asked(free_port(), **told) == 1

"""The HTTP API behind the real Envoy of deploy/ and behind the real nginx of docs/http.md."""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.deploy.edge import Edge
from tests.deploy.files import make_secrets
from tests.deploy.nginx import Nginx
from tests.kit.http_client import HttpConnection, http_connection, request_bytes
from tests.kit.servers import Connection, running
from tests.kit.waiting import until

JSON = {"content-type": "application/json"}
LINES = {**JSON, "accept": "application/x-ndjson"}
WATCH = "/clio.v1.MatchService/WatchMatch"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Connection]:
    settings = {"http_port": 0, "trusted_proxies": "127.0.0.0/8", "limit_matches_per_hour": 1.0}
    async with running(tmp_path / "data", **settings) as connection:
        yield connection


def _url(server: Connection) -> str:
    assert server.clio.http_url is not None
    return server.clio.http_url


async def _watched_live(connection: HttpConnection, server: Connection) -> None:
    """Opens a match through the proxy and sees its events come as they happen."""
    opened = await connection.request("POST", "/clio.v1.MatchService/OpenMatch", b'{"game":"amphipolis"}', JSON)
    match_id = opened.json["match"]["matchId"]
    body = json.dumps({"matchId": match_id}).encode()
    await connection.send(request_bytes("POST", WATCH, body, LINES))
    await asyncio.wait_for(connection.head(), 10)
    seen: list[str] = []
    joined = False
    async with asyncio.timeout(20):
        async for part in connection.parts():
            seen += [event["seq"] for line in part.splitlines() for event in json.loads(line).get("events", ())]
            if "1" in seen and not joined:
                joined = True
                other = {"matchId": match_id, "name": "Ann"}
                async with http_connection(_url(server)) as direct:
                    await direct.request("POST", "/clio.v1.MatchService/JoinMatch", json.dumps(other).encode(), JSON)
            if "2" in seen:
                return


async def test_nginx_passes_calls_streams_and_addresses(server: Connection) -> None:
    proxy = Nginx(_url(server))
    try:
        await asyncio.to_thread(proxy.start)
        async with http_connection(proxy.url) as connection:
            await _watched_live(connection, server)
        async with http_connection(proxy.url) as connection:
            # The address that the caller made up is not the one that counts: nginx puts the real one there.
            forged = {**JSON, "x-forwarded-for": "203.0.113.9"}
            refused = await connection.request(
                "POST", "/clio.v1.MatchService/OpenMatch", b'{"game":"amphipolis"}', forged
            )
            assert (refused.status, refused.reason) == (429, "LIMIT_REACHED")
            large = await connection.request("POST", "/clio.v1.MatchService/GetMatch", b" " * 100_000, JSON)
            assert (large.status, large.reason) == (413, "MESSAGE_TOO_LARGE")
    finally:
        await asyncio.to_thread(proxy.remove)


async def test_envoy_sends_http_and_grpc_each_to_its_port(server: Connection, tmp_path: Path) -> None:
    secrets = await asyncio.to_thread(make_secrets, tmp_path / "secrets", "localhost")
    proxy = Edge(secrets, [server.clio.port], [int(_url(server).rpartition(":")[2])])
    try:
        await asyncio.to_thread(proxy.start)
        for cluster in ("clio", "clio-http"):
            await until(lambda name=cluster: asyncio.to_thread(lambda: proxy.healthy_servers(name) == 1))
        trusted = ssl.create_default_context(cafile=str(secrets / "ca.crt"))
        trusted.set_alpn_protocols(["http/1.1"])
        url, more = f"https://127.0.0.1:{proxy.port}", {"ssl": trusted, "server_hostname": "localhost"}
        async with http_connection(url, **more) as connection:
            await _watched_live(connection, server)
        async with http_connection(url, **more) as connection:
            forged = {**JSON, "x-forwarded-for": "203.0.113.9"}
            refused = await connection.request(
                "POST", "/clio.v1.MatchService/OpenMatch", b'{"game":"amphipolis"}', forged
            )
            assert (refused.status, refused.reason) == (429, "LIMIT_REACHED")
            statuses = {
                path: (await connection.request("GET", path)).status
                for path in ("/openapi.json", "/healthz", "/readyz", "/clio.v1.AccessService/ListKeys")
            }
            assert statuses == {
                "/openapi.json": 200, "/healthz": 404, "/readyz": 404, "/clio.v1.AccessService/ListKeys": 404,
            }  # fmt: skip
            status = await connection.request("POST", "/clio.v1.ServerService/GetServerStatus", b"{}", JSON)
            assert status.status == 404
    finally:
        await asyncio.to_thread(proxy.remove)

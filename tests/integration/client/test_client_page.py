"""docs/client.md: its examples run, and its names are those of the package."""

import asyncio
import re
import textwrap
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

import clio.client
from clio.client import (
    AuthenticationError,
    Client,
    ClioError,
    ConflictError,
    IllegalMoveError,
    NotAllowedError,
    PermissionDeniedError,
    RateLimitError,
    RefusedError,
    RetryPolicy,
    StaleSeqError,
    UnreachableError,
)
from clio.client.entropy import MemoryEntropy, SeatEntropy
from tests.kit.call_recorder import RecordedCall, record_calls
from tests.kit.servers import Connection, running
from tests.unit.repository.tree import ROOT

PAGE = (ROOT / "docs" / "client.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
async def server_connection(tmp_path: Path) -> AsyncIterator[Connection]:
    async with running(tmp_path) as server:
        yield server


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
async def test_every_example_runs(server_connection: Connection, number: int) -> None:
    address = f"127.0.0.1:{server_connection.clio.port}"
    seated = await server_connection.seated("akros")
    source = "async def example(address, match_id):\n" + textwrap.indent(EXAMPLES[number], "    ")
    names: dict[str, object] = {}
    exec(compile(source, "docs/client.md", "exec"), names)  # noqa: S102 (a page of this repository)
    await names["example"](address, seated.id)  # type: ignore[operator]


def test_every_error_is_on_the_page_and_exported() -> None:
    errors = {name for name in clio.client.__all__ if name.endswith("Error") and name != "CredentialsError"}
    listed = set(re.findall(r"^\| `(\w+Error)` \|", PAGE, re.MULTILINE)) | {"ClioError", "StaleSeqError"}
    assert listed == errors
    assert all(issubclass(getattr(clio.client, name), ClioError) for name in errors)


async def test_errors_are_told_apart_by_class(server_connection: Connection) -> None:
    async with Client(f"127.0.0.1:{server_connection.clio.port}") as client:
        host = await client.open("akros")
        seats = [await client.join(host.match_id, name) for name in ("Ann", "Bob")]
        mover = (await host.get()).to_move[0]
        with pytest.raises(PermissionDeniedError):
            await client.host(host.match_id, seats[0].token).abort("no")
        with pytest.raises(AuthenticationError):
            await client.abort_match(host.match_id, "no")
        with pytest.raises(StaleSeqError) as stale:
            await seats[mover].play((await seats[mover].list_legal_moves().all())[0], expected_seq=1)
        assert isinstance(stale.value, ConflictError)
        with pytest.raises(RefusedError) as refused:
            await seats[1 - mover].play("keep sea")
        assert refused.value.rule == "CLIO-TURN"
        assert issubclass(AuthenticationError, NotAllowedError)
        assert issubclass(IllegalMoveError, RefusedError)
        assert RateLimitError.retry_after.fget is not None


async def test_a_rotated_handle_holds_the_seat_and_the_old_one_does_not(server_connection: Connection) -> None:
    async with Client(f"127.0.0.1:{server_connection.clio.port}") as client:
        host = await (await client.open("akros")).rotate()
        seat = await host.join("Ann")
        again = await seat.rotate()
        assert (again.seat, again.match_id) == (seat.seat, host.match_id)
        with pytest.raises(PermissionDeniedError):
            await seat.leave()
        assert not (await again.leave()).seats[0].taken
        assert (await host.abort("done", timeout=5)).abort_reason == "done"


@dataclass
class SilentServer:
    """A socket that accepts connections and never answers."""

    address: str
    connections: list[asyncio.StreamWriter]


@asynccontextmanager
async def silent_server() -> AsyncIterator[SilentServer]:
    """All connections are closed at the end."""
    connections: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(lambda _, writer: connections.append(writer), "127.0.0.1", 0)
    try:
        yield SilentServer(f"127.0.0.1:{server.sockets[0].getsockname()[1]}", connections)
    finally:
        server.close()
        for connection in connections:
            connection.close()
            with suppress(ConnectionError):
                await connection.wait_closed()


async def test_a_timeout_ends_a_call_of_any_kind() -> None:
    """Against a socket that accepts and says nothing: only a timeout ends a call."""
    async with (
        silent_server() as server,
        Client(server.address, call_seconds=60, retries=RetryPolicy(attempts=1)) as client,
    ):
        match = client.match("m" * 20)
        for call in (
            client.get_match(match.match_id, timeout=0.1),
            match.get(timeout=0.1),
            client.list_matches(timeout=0.1).all(),
            anext(match.export(timeout=0.1)),
            client.archive.import_record([b"x"], timeout=0.1),
            anext(client.operator("x").create_backup(timeout=0.1)),
        ):
            with pytest.raises(UnreachableError):
                await asyncio.wait_for(call, 10)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(match.get(), 0.5)
        with pytest.raises(ValueError, match="more than 0"):
            await match.get(timeout=0)
        with pytest.raises(ValueError, match="more than 0"):
            match.watch(timeout=0)


async def test_a_timeout_holds_for_what_the_client_does_by_itself_too() -> None:
    """A seat that still has to get ready asks for its match first."""
    store = MemoryEntropy()
    store.keep("m" * 20, 0, SeatEntropy("token", [bytes(32)]))
    async with (
        silent_server() as server,
        Client(server.address, call_seconds=60, retries=RetryPolicy(attempts=1), entropy=store) as client,
    ):
        with pytest.raises(UnreachableError):
            await asyncio.wait_for(client.match("m" * 20).view(timeout=0.1), 10)


async def test_nothing_but_a_call_uses_the_network() -> None:
    """A client, its groups, handles, lists, watchers and feeds can be made and looked at without a connection."""
    async with silent_server() as server, Client(server.address, retries=RetryPolicy(attempts=1)) as client:
        made: list[object] = [
            client,
            client.operator("token"),
            client.match("m" * 20),
            client.seat("m" * 20, "token", 0),
            client.host("m" * 20, "token"),
            client.seat("m" * 20, "token", 0).stream_move("pass"),
            client.seat("m" * 20, "token", 0).list_legal_moves(),
            client.list_matches(),
            client.list_matches().pages(),
            client.match("m" * 20).watch(),
            client.match("m" * 20).export(),
            client.platform.changes(),
            client.play_session(),
        ]
        for each in made:
            for name in dir(each):
                if not name.startswith("_"):
                    getattr(each, name, None)
        await asyncio.sleep(0.2)
        assert server.connections == []
        with pytest.raises(UnreachableError):
            await client.get_match("m" * 20, timeout=0.1)
        assert len(server.connections) == 1


async def test_the_client_calls_by_itself_what_the_page_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    calls = record_calls(monkeypatch)
    async with running(tmp_path) as server:
        address = f"127.0.0.1:{server.clio.port}"
        async with Client(address) as client, Client(address) as other:
            await check_calls(client, other, calls)


async def check_calls(client: Client, other: Client, calls: list[RecordedCall]) -> None:

    async def made(call: Awaitable[object]) -> list[str]:
        calls.clear()
        await call
        return [each.method for each in calls]

    host = await client.open("akros")
    assert await made(host.join("Ann")) == ["GetMatch", "JoinMatch"]
    assert await made(host.head()) == ["GetMatch", "GetHead"]
    assert await made(other.join(host.match_id, "Bob")) == ["GetMatch", "JoinMatch", "WatchMatch", "ReadySeat"]
    assert await made(host.head()) == ["GetMatch", "WatchMatch", "ReadySeat", "GetHead"]
    assert await made(host.head()) == ["GetHead"]

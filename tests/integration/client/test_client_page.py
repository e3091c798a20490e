"""docs/client.md: its examples run, and its names are those of the package."""

import asyncio
import re
import textwrap
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
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
    call_timeout,
)
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


def test_the_exported_names_are_there_and_sorted() -> None:
    assert all(hasattr(clio.client, name) for name in clio.client.__all__)
    assert len(set(clio.client.__all__)) == len(clio.client.__all__)


async def test_errors_are_told_apart_by_class(server_connection: Connection) -> None:
    async with Client(f"127.0.0.1:{server_connection.clio.port}") as client:
        host = await client.open("akros")
        seats = [await client.join(host.match_id, name) for name in ("Ann", "Bob")]
        mover = (await host.get()).to_move[0]
        with pytest.raises(PermissionDeniedError):
            await client.host(host.match_id, seats[0].token).abort("no")
        with pytest.raises(AuthenticationError):
            await client.abort_match(host.match_id, "no", "")
        with pytest.raises(StaleSeqError) as stale:
            await seats[mover].play((await seats[mover].legal_moves())[0], expected_seq=1)
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


@asynccontextmanager
async def silent_server() -> AsyncIterator[str]:
    """The address of a socket that accepts connections and never answers; all are closed at the end."""
    connections: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(lambda _, writer: connections.append(writer), "127.0.0.1", 0)
    try:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for connection in connections:
            connection.close()
            with suppress(ConnectionError):
                await connection.wait_closed()


async def test_a_timeout_holds_for_the_calls_inside_it_only() -> None:
    """Against a socket that accepts and says nothing: only a timeout ends a call."""
    async with (
        silent_server() as address,
        Client(address, call_seconds=60, retries=RetryPolicy(attempts=1)) as client,
    ):
        match = client.match("m" * 20)
        with call_timeout(0.1), pytest.raises(UnreachableError):
            await asyncio.wait_for(client.get_match(match.match_id), 10)
        with pytest.raises(UnreachableError):
            await asyncio.wait_for(match.get(timeout=0.1), 10)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(match.get(), 0.5)
        with pytest.raises(ValueError, match="more than 0"):
            await match.get(timeout=0)

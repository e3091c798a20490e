"""A data folder with a SQLite record has one writer: a server, or a command that writes a record without one."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.local.embedded_server import embedded_server
from clio.client import Client
from clio.client.retry import RetryPolicy
from clio.server.eventstore.data_folder import FolderInUseError, FolderLock
from tests.integration.backup.commands import clio, place, told
from tests.kit.ports import free_port
from tests.kit.server_process import ServerProcess
from tests.kit.servers import running, server_with


def in_use(folder: Path) -> dict[str, object]:
    message = (
        f"The data folder {folder} is in use by another server or command. Stop that one, or choose another folder."
    )
    return {"error": {"message": message, "reason": "FOLDER_IN_USE"}}


async def test_a_second_server_on_a_folder_does_not_start_and_the_first_plays_on(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        with pytest.raises(FolderInUseError):
            server_with(tmp_path)
        assert (await (await server.seated()).finish()).outcome.winners
    async with running(tmp_path) as server:
        assert (await server.seated()).id


async def test_servers_on_postgresql_may_share_a_folder(tmp_path: Path, database_url: str) -> None:
    async with running(tmp_path, database_url=database_url), running(tmp_path, database_url=database_url) as server:
        assert (await server.seated()).id


async def test_the_lock_ends_with_the_process_that_held_it(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    await server.start()
    with pytest.raises(FolderInUseError):
        FolderLock(tmp_path)
    await server.kill()
    FolderLock(tmp_path).release()


async def test_commands_that_write_a_record_refuse_a_folder_in_use(tmp_path: Path) -> None:
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    backup = tmp_path / "a.clio-backup"
    async with running(elsewhere) as server:
        await server.seated()
        address = f"127.0.0.1:{server.clio.port}"
        token = (elsewhere / "admin-token").read_text().strip()
        taking = ("admin", "backup", str(backup), "--plain", "--server", address, "--token", token)
        assert (await asyncio.to_thread(clio, tmp_path, *taking))[0] == ExitCode.OK
    async with running(data) as server:
        seated = await server.seated()
        settings = place(data)
        serving = ("serve", "--port", str(free_port()), "--data", str(data))
        for command in (
            ("admin", "migrate", str(data)),
            ("admin", "copy", str(elsewhere), str(data)),
            ("admin", "restore", str(backup)),
            serving,
            (*serving, "--rotate-key"),
        ):
            answer = await asyncio.to_thread(clio, tmp_path, *command, **settings)
            assert answer == (ExitCode.UNREACHABLE, in_use(data)), command
        # Reading a record that is in use is no harm to it.
        code, answer = await asyncio.to_thread(clio, tmp_path, "admin", "copy", str(data), str(tmp_path / "copy"))
        assert (code, answer["matches"]) == (ExitCode.OK, 1)
        assert (await seated.finish()).outcome.winners
        code, text = await asyncio.to_thread(told, tmp_path, *serving, LANG="es_ES.UTF-8")
        assert code == ExitCode.UNREACHABLE
        assert "está en uso" in text


async def test_commands_share_the_server_of_a_folder_and_the_next_one_takes_over(tmp_path: Path) -> None:
    async with AsyncExitStack() as first, AsyncExitStack() as second:
        here = await first.enter_async_context(embedded_server(tmp_path))
        there = await second.enter_async_context(embedded_server(tmp_path))
        assert here == there
        client = await second.enter_async_context(Client(there, retries=RetryPolicy(attempts=60)))
        opened = await client.open_match("amphipolis", 2)
        await first.aclose()
        assert [match.match_id async for match in client.list_matches()] == [opened.match.match_id]
    async with embedded_server(tmp_path) as again, Client(again) as client:
        assert again == here, "commands that still use the address find the next server there"
        assert [match.match_id async for match in client.list_matches()] == [opened.match.match_id]


async def test_a_folder_whose_server_cannot_be_found_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clio.cli.local.embedded_server._START_SECONDS", 0.0)
    with FolderLock(tmp_path), pytest.raises(Failure) as refused:
        async with embedded_server(tmp_path):
            pass
    assert (refused.value.code, refused.value.reason) == (ExitCode.UNREACHABLE, "FOLDER_IN_USE")

"""A client remembers what a server said, and notices when it says something else."""

import sqlite3
from pathlib import Path

import pytest

from clio.client import Client, HeadFolder, HistoryError, KnownHead
from tests.kit.servers import Connection, running


def client_of(server: Connection, folder: Path) -> Client:
    return Client(f"127.0.0.1:{server.clio.port}", heads=HeadFolder(folder, "the server"))


async def test_a_match_that_goes_on_is_followed_without_a_word(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as server, client_of(server, tmp_path) as client:
        match = await server.seated("akros")
        memory = HeadFolder(tmp_path, "the server")
        for _ in range(3):
            now = await client.get_match(match.id)
            assert memory.known(match.id) == KnownHead(now.seq, now.digest)
            await match.play_first()
        await match.finish()
        assert (await client.get_match(match.id)).seq > now.seq


async def test_a_history_that_was_changed_is_an_alarm(tmp_path: Path) -> None:
    memory = HeadFolder(tmp_path, "the server")
    async with running(tmp_path / "data") as server, client_of(server, tmp_path) as client:
        match = await server.seated("akros")
        seen = await client.get_match(match.id)
        memory.keep(match.id, KnownHead(seen.seq, bytes(32)))
        with pytest.raises(HistoryError):
            await client.get_match(match.id)
        await match.play_first()
        with pytest.raises(HistoryError):
            await client.get_match(match.id)
        with pytest.raises(HistoryError):
            await client.get_head(match.id)


async def test_a_history_that_lost_its_end_is_an_alarm(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as server, client_of(server, tmp_path) as client:
        match = await server.seated("akros")
        await match.play_first()
        before = (await client.get_match(match.id)).seq
    with sqlite3.connect(tmp_path / "data" / "record.db") as record:
        record.execute("DELETE FROM stored_events WHERE originator_version >= ?", (before - 1,))
    async with running(tmp_path / "data") as server, client_of(server, tmp_path) as client:
        with pytest.raises(HistoryError):
            await client.get_match(match.id)


def test_a_memory_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    memory = HeadFolder(tmp_path, "host:1/../x")
    memory.keep("match", KnownHead(3, b"abc"))
    assert memory.known("match") == KnownHead(3, b"abc")
    for file in (tmp_path / "heads").rglob("*.json"):
        file.write_text("{", encoding="utf-8")
    assert memory.known("match") is None
    assert {path.parent.parent for path in tmp_path.rglob("*.json")} == {tmp_path / "heads"}

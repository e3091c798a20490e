"""The archive of a deployment: one for all servers of a database, and what earlier versions kept goes into it."""

import asyncio
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clio.client.client import Client
from clio.client.errors import ClioError
from clio.games.registry import GAMES
from clio.kernel.events.event_types import EventTypes
from clio.server.app.record_import import RecordImport
from clio.server.eventstore.archive import NEWEST, Archived
from clio.server.eventstore.encryption import cipher_of
from clio.server.eventstore.sqlite_archive import SqliteArchive
from tests.integration.backup.commands import new_key
from tests.kit.access import OPERATOR
from tests.kit.records import head_line, lines_of
from tests.kit.servers import Connection, running
from tests.kit.table import Table

OLD_SCHEMA = """
CREATE TABLE archive (
  position INTEGER PRIMARY KEY AUTOINCREMENT, match_id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,
  seq INTEGER NOT NULL, digest BLOB NOT NULL, key BLOB NOT NULL, source TEXT NOT NULL, imported_at TEXT NOT NULL,
  updated_at TEXT NOT NULL, match BLOB NOT NULL, record BLOB NOT NULL);
CREATE INDEX archive_by_game ON archive (game, position);
"""


def record(seed: int, key: Ed25519PrivateKey | None = None) -> bytes:
    table = Table("akros", 2, seed=seed).finish()
    lines = lines_of(table)
    if key is not None:
        lines[-1] = head_line(table.match.id, len(table.events), table.events[-1].digest, key)
    return b"".join(line + b"\n" for line in lines)


def client_of(server: Connection) -> Client:
    return Client(f"127.0.0.1:{server.clio.port}")


async def old_archive(path: Path, contents: list[bytes], cipher_key: str = "") -> list[Archived]:
    """A file as versions before this one wrote it: one record per match, whatever key had signed it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made = SqliteArchive(path.with_name("made.db"))
    archiving = RecordImport(made, GAMES, EventTypes(GAMES.values()), 100)
    kept = [(await archiving.take([content], f"source of {place}"))[0] for place, content in enumerate(contents)]
    made.close()
    path.with_name("made.db").unlink()
    cipher = cipher_of(cipher_key)
    seal = cipher.encrypt if cipher else bytes
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(OLD_SCHEMA)
        connection.execute(f"PRAGMA user_version={int(bool(cipher))}")
        for each, content in zip(kept, contents, strict=True):
            source = seal(each.source.encode()) if cipher else each.source
            connection.execute(
                "INSERT INTO archive (match_id, game, seq, digest, key, source, imported_at, updated_at, match, record)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    each.match_id, each.game, each.seq, each.digest, each.key, source, each.imported_at,
                    each.updated_at, seal(each.match), seal(zlib.compress(content)),
                ),
            )  # fmt: skip
    return kept


async def archive_of(client: Client) -> list[tuple[str, str, bytes]]:
    return [(each.match.match_id, each.source, each.signer_key) async for each in client.archive.list_records()]


async def exported(client: Client, match_id: str, key: bytes = b"") -> bytes:
    return b"".join([part async for part in client.archive.export(match_id, signer_key=key)])


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def store_url(request: pytest.FixtureRequest) -> str:
    return "" if request.param == "SQLite" else str(request.getfixturevalue("database_url"))


@pytest.mark.parametrize("enciphered", [False, True])
async def test_the_archive_of_an_earlier_version_is_taken_over(
    tmp_path: Path, store_url: str, *, enciphered: bool
) -> None:
    """In its file, or where servers share a database, from the file of each into the table of all."""
    key = new_key() if enciphered else ""
    contents = [record(1), record(2)]
    old = await old_archive(tmp_path / "archive.db", contents, key)
    for _ in range(2):
        async with (
            running(tmp_path, database_url=store_url, cipher_key=key) as server,
            client_of(server) as client,
        ):
            assert await archive_of(client) == [(each.match_id, each.source, each.key) for each in reversed(old)]
            for each, content in zip(old, contents, strict=True):
                assert await exported(client, each.match_id) == content
            forged = record(1, Ed25519PrivateKey.generate())
            assert not (await client.archive.import_record([forged])).known
            await client.operator((tmp_path / "admin-token").read_text().strip()).archive.delete(
                old[0].match_id, (await client.archive.import_record([forged])).record.signer_key
            )


async def test_servers_of_one_database_share_one_archive(tmp_path: Path, database_url: str) -> None:
    old = await old_archive(tmp_path / "b" / "archive.db", [record(3)])
    settings = {"database_url": database_url, "admin_token": OPERATOR}
    async with (
        running(tmp_path / "a", **settings) as a,
        running(tmp_path / "b", **settings) as b,
        client_of(a) as here,
        client_of(b) as there,
    ):
        done = await here.archive.import_record([record(1)], "a friend")
        match_id = done.record.match.match_id
        assert {found[0] for found in await archive_of(there)} == {match_id, old[0].match_id}
        assert await archive_of(here) == await archive_of(there)
        assert (await there.archive.import_record([record(1)])).known
        await there.operator(OPERATOR).archive.delete(match_id)
        assert [found[0] for found in await archive_of(here)] == [old[0].match_id]
        own = await a.seated("akros")
        await own.finish()
        content = b"".join([part async for part in here.records.export(own.id)])
        with pytest.raises(ClioError) as caught:
            await there.archive.import_record([content])
        assert caught.value.reason == "MATCH_IS_OWN"


async def test_servers_that_share_an_archive_share_its_limit(tmp_path: Path, database_url: str) -> None:
    """Imports at both at the same time: the room is checked in the transaction that takes it."""
    contents = [record(seed, Ed25519PrivateKey.generate()) for seed in (1,) * 12]
    async with running(tmp_path / "a", database_url=database_url) as a, client_of(a) as here:
        await here.archive.import_record([contents[0]])
        size = a.clio._archive.size()
        async with running(tmp_path / "b", database_url=database_url) as b, client_of(b) as there:
            for server in (a, b):
                archiving = server.clio._archiving
                archiving._max_mib = (3 * size + size // 2) / (1024 * 1024)  # type: ignore[misc,assignment]
            tries = await asyncio.gather(
                *(client.archive.import_record([content]) for content in contents[1:] for client in (here, there)),
                return_exceptions=True,
            )
            reasons = {each.reason for each in tries if isinstance(each, ClioError)}
            assert reasons == {"ARCHIVE_FULL"}
            assert len(a.clio._archive.page("", NEWEST, 99)) == 3

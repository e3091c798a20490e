"""The stream's epoch: one for all servers of a record, and another one after nobody had the record open."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from clio.server.eventstore.encryption import cipher_of
from clio.server.livestream.postgres_identity import PostgresIdentity
from clio.server.livestream.sqlite_identity import SqliteIdentity
from clio.server.livestream.stream_identity import StreamIdentity
from clio.server.settings import SettingsError
from tests.integration.backup.commands import new_key
from tests.kit.postgres_server import PostgresServer
from tests.kit.servers import running
from tests.kit.waiting import until


def test_servers_that_start_at_once_share_one_epoch_and_key(database_url: str) -> None:
    for _ in range(5):
        with ThreadPoolExecutor(6) as threads:
            servers = list(threads.map(lambda _: PostgresIdentity(database_url, None), range(6)))
        identities = {server.current for server in servers}
        for server in servers:
            server.close()
        assert len(identities) == 1


def test_the_epoch_lasts_while_any_server_has_the_record_open(database_url: str) -> None:
    first = PostgresIdentity(database_url, None)
    second = PostgresIdentity(database_url, None)
    assert first.current == second.current
    first.close()
    third = PostgresIdentity(database_url, None)
    assert third.current == second.current
    second.close()
    third.close()
    with closing(PostgresIdentity(database_url, None)) as fourth:
        assert (fourth.current.epoch != third.current.epoch, fourth.current.key != third.current.key) == (True, True)


def test_a_sqlite_record_has_another_epoch_with_every_server(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    assert SqliteIdentity(path, None).current.epoch != SqliteIdentity(path, None).current.epoch


async def test_after_all_sessions_were_cut_the_servers_agree_on_a_new_epoch(
    tmp_path: Path, postgres_server: PostgresServer, database_url: str, redis_url: str
) -> None:
    """As after a failover: whether the record went back cannot be told, so nothing of the old epoch is believed."""
    settings = {"database_url": database_url, "redis_url": redis_url}
    async with running(tmp_path / "a", **settings) as a, running(tmp_path / "b", **settings) as b:
        sources = [server.clio.live.identity for server in (a, b)]

        def identities() -> set[StreamIdentity]:
            return {source.current for source in sources if source is not None}

        before = identities()
        assert len(before) == 1
        await asyncio.to_thread(postgres_server.cut_connections)
        await until(lambda: len(identities()) == 1 and identities() != before)
        assert all(source.is_held for source in sources if source is not None)


async def test_a_session_that_was_cut_alone_comes_back_to_the_same_epoch(database_url: str) -> None:
    cut, other = PostgresIdentity(database_url, None), PostgresIdentity(database_url, None)
    changes: list[int] = []
    cut.start(lambda: changes.append(1))
    before, pid = cut.current, cut._connection.info.backend_pid
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))
    await until(lambda: cut._connection.info.backend_pid != pid and cut.is_held)
    assert (cut.current, changes) == (before, [])
    cut.close()
    other.close()


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_the_key_is_enciphered_where_the_record_is(tmp_path: Path, database_url: str, store: str) -> None:
    cipher = cipher_of(new_key())
    if store == "sqlite":
        key = SqliteIdentity(tmp_path / "record.db", cipher).current.key
        with closing(sqlite3.connect(tmp_path / "record.db")) as file:
            kept = file.execute("SELECT key FROM clio_stream").fetchone()[0]
    else:
        server = PostgresIdentity(database_url, cipher)
        key = server.current.key
        with psycopg.connect(database_url) as connection:
            row = connection.execute("SELECT key FROM clio_stream").fetchone()
        assert row is not None
        kept = row[0]
        with pytest.raises(SettingsError, match="CLIO_CIPHER_KEY differs"):
            PostgresIdentity(database_url, cipher_of(new_key()))
        server.close()
    assert len(key) == 32
    assert key not in bytes(kept)

"""The record in PostgreSQL: synced, created once by however many, refused in words while it is away."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from eventsourcing.postgres import PostgresApplicationRecorder

from clio.games.registry import GAMES
from clio.kernel.match.referee import Referee
from clio.server.eventstore.factory import open_pool, open_record
from clio.server.eventstore.match_store import MatchStore
from clio.server.settings import Settings, SettingsError
from clio.v1 import match_service_pb2 as pb
from tests.kit.postgres_server import PostgresServer
from tests.kit.refusals import refusal_of
from tests.kit.servers import running


@contextmanager
def opened(url: str) -> Iterator[MatchStore]:
    record = open_record(Settings(database_url=url), Referee(GAMES).types)
    try:
        yield record
    finally:
        record.close()


def shown(record: MatchStore, setting: str) -> str:
    assert isinstance(record.recorder, PostgresApplicationRecorder)
    with record.recorder.datastore.get_connection() as connection:
        row = connection.execute(f"SHOW {setting}".encode()).fetchone()
    assert row is not None
    return str(row[setting])


def test_every_commit_is_synced_even_where_the_database_would_not(database_url: str) -> None:
    name = database_url.rpartition("/")[2]
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = off".encode())
    with opened(database_url) as record:
        assert shown(record, "synchronous_commit") == "on"


def test_servers_that_start_at_once_on_an_empty_database_all_start(database_url: str) -> None:
    def start(_: int) -> int:
        with opened(database_url) as record:
            return record.last_position()

    with ThreadPoolExecutor(6) as threads:
        assert list(threads.map(start, range(6))) == [0] * 6


def test_a_server_without_the_right_to_create_tables_uses_those_that_are_there(database_url: str) -> None:
    with opened(database_url):
        pass
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS guest")
        connection.execute("CREATE ROLE guest LOGIN")
        connection.execute("GRANT SELECT, INSERT, UPDATE ON clio_events TO guest")
        connection.execute("GRANT USAGE ON SEQUENCE clio_events_notification_id_seq TO guest")
    try:
        with opened(database_url.replace("clio@", "guest@")) as record:
            assert record.last_position() == 0
    finally:
        with psycopg.connect(database_url, autocommit=True) as connection:
            connection.execute("DROP OWNED BY guest")
            connection.execute("DROP ROLE guest")


def test_what_the_library_has_no_setting_for_reaches_every_connection(database_url: str) -> None:
    with opened(f"{database_url}?application_name=tester&sslmode=prefer") as record:
        assert shown(record, "application_name") == "tester"


def test_a_url_that_is_none_is_refused_without_being_repeated() -> None:
    with pytest.raises(SettingsError) as caught:
        open_pool(Settings(database_url="postgresql://clio:secret@:port:/x y"))
    assert "secret" not in str(caught.value)


async def test_a_database_that_is_away_refuses_moves_in_words_and_loses_none(
    tmp_path: Path, breakable_postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clio.server.eventstore.postgres.PATIENCE_SECONDS", 0.2)
    async with running(tmp_path, database_url=breakable_postgres.database()) as server:
        seated = await server.seated()
        before = await seated.refresh()
        await asyncio.to_thread(breakable_postgres.kill)
        refusal = await refusal_of(server.matches.GetMatch(pb.GetMatchRequest(match_id=seated.id)))
        assert (refusal.code, refusal.reason) == ("UNAVAILABLE", "RECORD_UNAVAILABLE")
        await asyncio.to_thread(breakable_postgres.start)
        assert await seated.refresh() == before
        assert (await seated.finish()).outcome.winners


async def test_connections_that_were_cut_are_made_again_unnoticed(
    tmp_path: Path, postgres_server: PostgresServer, database_url: str
) -> None:
    async with running(tmp_path, database_url=database_url) as server:
        seated = await server.seated()
        for turn in range(5):
            await asyncio.to_thread(postgres_server.cut_connections)
            await seated.play_first(choice=turn)
        head = await seated.refresh()
    with psycopg.connect(database_url) as connection:
        found = connection.execute("SELECT max(originator_version), count(*) FROM clio_events").fetchone()
    assert found == (head.seq, head.seq)

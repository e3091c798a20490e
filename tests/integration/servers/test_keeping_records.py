"""``clio admin``: schemas created, records moved between SQLite and PostgreSQL with every chain verified."""

import asyncio
import json
import subprocess
from pathlib import Path

import psycopg
import pytest

from clio.games.registry import GAMES
from clio.kernel.match.referee import Referee
from clio.server.eventstore.copy import CopyError, copy_record, verified_heads
from clio.server.eventstore.factory import open_record
from clio.server.settings import Settings
from clio.v1 import match_service_pb2 as pb
from tests.integration.cli.terminal import CLIO, ROOT, environment
from tests.kit.servers import running
from tests.kit.table import Table

TYPES = Referee(GAMES).types


def clio(home: Path, *arguments: str, **settings: str) -> tuple[int, dict[str, object]]:
    done = subprocess.run(
        [*CLIO, *arguments, "--json"],
        cwd=ROOT,
        env=environment(home, **settings),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, json.loads(done.stdout)


def fill(settings: Settings, *tables: Table) -> None:
    """Records matches, their events one after the other as if they had been played at the same time."""
    record = open_record(settings, TYPES)
    longest = max(len(table.events) for table in tables)
    for seq in range(longest):
        record.append([table.events[seq] for table in tables if seq < len(table.events)])
    record.close()


def test_a_record_moves_to_postgresql_and_back_unchanged(tmp_path: Path, database_url: str) -> None:
    tables = [Table(game, GAMES[game].seats[-1], seed=seed).finish() for seed, game in enumerate(sorted(GAMES))]
    seen = {table.match.id: table for table in tables}
    assert len(seen) == 3
    fill(Settings(data=tmp_path / "old"), *seen.values())
    events = sum(len(table.events) for table in seen.values())
    expected = {"matches": len(seen), "events": events, "already_there": 0}
    assert clio(tmp_path, "admin", "copy", str(tmp_path / "old"), database_url) == (0, expected)
    again = {"matches": len(seen), "events": 0, "already_there": events}
    assert clio(tmp_path, "admin", "copy", str(tmp_path / "old"), database_url) == (0, again)
    assert clio(tmp_path, "admin", "copy", database_url, str(tmp_path / "new")) == (0, expected)
    record = open_record(Settings(data=tmp_path / "new"), TYPES)
    heads = verified_heads(record, "the new one")
    assert heads == {match_id: (table.match.seq, table.match.digest) for match_id, table in seen.items()}
    assert [record.read(match_id, 0, None) for match_id in seen] == [table.events for table in seen.values()]
    record.close()


async def test_a_match_goes_on_in_postgresql_where_it_stopped_in_sqlite(tmp_path: Path, database_url: str) -> None:
    async with running(tmp_path / "a") as server:
        seated = await server.seated()
        await seated.play_first()
        before = await seated.refresh()
    source = open_record(Settings(data=tmp_path / "a"), TYPES)
    target = open_record(Settings(database_url=database_url), TYPES)
    copy_record(source, target, lambda _: None)
    source.close()
    target.close()
    async with running(tmp_path / "b", database_url=database_url) as server:
        seated.connection = server
        assert await seated.refresh() == before
        assert (await seated.finish()).outcome.winners
        listed = await server.matches.ListMatches(pb.ListMatchesRequest())
        assert [match.match_id for match in listed.matches] == [seated.id]


def test_a_changed_event_is_not_copied(tmp_path: Path, database_url: str) -> None:
    table = Table("amphipolis", 2).finish()
    fill(Settings(database_url=database_url), table)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "UPDATE clio_events SET state = "
            "convert_to(replace(convert_from(state, 'UTF8'), 'Player 1', 'Player 9'), 'UTF8') "
            "WHERE originator_version = 3"
        )
    code, answer = clio(tmp_path, "admin", "copy", database_url, str(tmp_path / "new"))
    assert code == 6
    assert answer == {
        "error": {
            "message": f"Match {table.match.id} is broken in the source: event 3 does not follow 2.",
            "reason": "NOT_COPIED",
        }
    }


def test_two_histories_of_one_match_are_not_mixed(tmp_path: Path) -> None:
    one = Table("amphipolis", 2).finish()
    other = Table("amphipolis", 2)
    other.rng.seed("another course")
    other.finish()
    assert one.match.id == other.match.id
    fill(Settings(data=tmp_path / "one"), one)
    fill(Settings(data=tmp_path / "other"), other)
    source, target = (open_record(Settings(data=tmp_path / name), TYPES) for name in ("one", "other"))
    with pytest.raises(CopyError, match="they differ"):
        copy_record(source, target, lambda _: None)
    assert verified_heads(target, "it") == {other.match.id: (other.match.seq, other.match.digest)}
    source.close()
    target.close()


def test_migrating_creates_the_tables_once(tmp_path: Path, database_url: str) -> None:
    assert clio(tmp_path, "admin", "migrate", database_url) == (0, {"created": True})
    assert clio(tmp_path, "admin", "migrate", CLIO_DATABASE_URL=database_url) == (0, {"created": False})


def test_a_record_that_is_not_there_is_not_made_by_copying_it(tmp_path: Path) -> None:
    code, answer = clio(tmp_path, "admin", "copy", str(tmp_path / "nothing"), "postgresql://clio:secret@127.0.0.1:1/x")
    assert (code, answer["error"]["reason"]) == (3, "RECORD_NOT_FOUND")  # type: ignore[index]
    assert not (tmp_path / "nothing").exists()


async def test_status_shows_what_a_server_stands_on(tmp_path: Path, database_url: str, redis_url: str) -> None:
    async with running(tmp_path, database_url=database_url, redis_url=redis_url) as server:
        address = f"127.0.0.1:{server.clio.port}"
        code, status = await asyncio.to_thread(clio, tmp_path, "admin", "status", "--server", address)
    assert (code, status["serving"], status["degraded"]) == (0, True, False)
    assert status["dependencies"] == [
        {"name": "clock", "kind": "thread", "healthy": True, "needed": False},
        {"name": "follower", "kind": "thread", "healthy": True, "needed": False},
        {"name": "live", "kind": "redis", "healthy": True, "needed": False},
        {"name": "log", "kind": "stderr", "healthy": True, "needed": False},
        {"name": "record", "kind": "postgresql", "healthy": True, "needed": True},
        {"name": "views", "kind": "threads", "healthy": True, "needed": False},
        {"name": "writer", "kind": "thread", "healthy": True, "needed": True},
    ]

"""A disk that is full, or gone: calls are refused in words, and play goes on when it is mended."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteConnection, SQLiteConnectionPool

from clio.server.bootstrap import Clio
from clio.server.settings import Settings
from clio.v1 import match_service_pb2 as pb
from tests.kit.refusals import read_refusal, refusal_of
from tests.kit.servers import Connection, running


async def test_the_record_syncs_every_commit(tmp_path: Path) -> None:
    clio = Clio(Settings(http_port=None, data=tmp_path))
    with _recorder(clio).datastore.get_connection(commit=True) as connection:
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone()[0] == 2, "FULL"
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone()[0] == "wal"
    clio.record.close()


def _recorder(clio: Clio) -> SQLiteApplicationRecorder:
    recorder = clio.record.recorder
    assert isinstance(recorder, SQLiteApplicationRecorder)
    return recorder


@contextmanager
def full_disk(server: Connection) -> Iterator[None]:
    """SQLite itself says that the disk is full: the file may not grow by a page."""
    datastore = _recorder(server.clio).datastore
    create = type(datastore.pool)._create_connection

    def limited(pool: SQLiteConnectionPool) -> SQLiteConnection:
        connection = create(pool)
        # A limit below the present size means the present size.
        connection.cursor().execute("PRAGMA max_page_count=1")
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(datastore.pool), "_create_connection", limited)
        _drop_idle_connections(datastore.pool)
        yield
    _drop_idle_connections(datastore.pool)


def _drop_idle_connections(pool: SQLiteConnectionPool) -> None:
    while pool._pool:
        pool._pool.popleft().close()


async def test_a_full_disk_refuses_moves_until_there_is_room(server: Connection) -> None:
    seated = await server.seated()
    before = seated.match
    with full_disk(server):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await _open_without_end(server)
        refusal = read_refusal(caught.value)
        assert (refusal.code, refusal.reason) == ("RESOURCE_EXHAUSTED", "RECORD_FULL")
        assert (await seated.refresh()) == before
    await seated.play_first()
    assert (await seated.finish()).outcome.winners


async def _open_without_end(server: Connection) -> None:
    while True:
        await server.open()


async def test_a_record_that_was_removed_refuses_moves_instead_of_losing_them(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        seated = await server.seated()
        hidden = tmp_path / "hidden"
        (tmp_path / "record.db").rename(hidden)
        refusal = await refusal_of(seated.play_first())
        assert (refusal.code, refusal.reason) == ("UNAVAILABLE", "RECORD_UNAVAILABLE")
        hidden.rename(tmp_path / "record.db")
        await seated.play_first()
        answer = await server.matches.GetMatch(pb.GetMatchRequest(match_id=seated.id))
        assert answer.match.seq > seated.match.seq

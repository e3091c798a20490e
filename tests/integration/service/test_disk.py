"""A disk that is full, or gone: calls are refused in words, and play goes on when it is mended."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eventsourcing.sqlite import SQLiteApplicationRecorder

from clio.v1 import match_service_pb2 as pb
from service.bootstrap import Clio
from service.settings import Settings
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, running


async def test_the_record_syncs_every_commit(tmp_path: Path) -> None:
    clio = Clio(Settings(data=tmp_path))
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
    pool = _recorder(server.clio).datastore
    with pool.get_connection(commit=True) as connection:
        cursor = connection.cursor()
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count={cursor.fetchone()[0]}")
    yield
    with pool.get_connection(commit=True) as connection:
        connection.cursor().execute("PRAGMA max_page_count=1000000")


async def test_a_full_disk_refuses_moves_until_there_is_room(server: Connection) -> None:
    seated = await server.seated()
    with full_disk(server):
        refusal, played = None, 0
        while refusal is None:
            before = await seated.refresh()
            try:
                await seated.play_first(choice=played)
                played += 1
            except Exception as error:  # noqa: BLE001 (whatever comes is looked at below)
                refusal = await refusal_of(_raise(error))
        assert (refusal.code, refusal.reason) == ("RESOURCE_EXHAUSTED", "RECORD_FULL")
        after = await seated.refresh()
        assert (after.seq, after.digest) == (before.seq, before.digest)
    await seated.play_first()
    assert (await seated.finish()).outcome.winners


async def _raise(error: Exception) -> None:
    raise error


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

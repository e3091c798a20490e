"""The past that watchers are told: every event once, the same from the record and from memory, for every caller."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from clio.games.registry import GAMES
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.integrity.chain import GENESIS
from clio.kernel.integrity.commitments import salt_key
from clio.kernel.match.aggregate import BrokenChainError
from clio.server.app.event_history import MAX_AT_ONCE, EventHistory, Part
from clio.server.app.event_page_cache import PAGE_EVENTS
from clio.server.codec import event_encoder as wire
from clio.server.eventstore.factory import open_record
from clio.server.eventstore.match_store import MatchStore
from clio.server.settings import Settings
from clio.v1.match_service_pb2 import WatchMatchResponse
from tests.kit.table import REFEREE, Table

TABLE = Table("akrotiri", 2).finish()
EVENTS = TABLE.events
ID = TABLE.match.id
STARTS = (0, 1, PAGE_EVENTS - 1, PAGE_EVENTS, PAGE_EVENTS + 1, MAX_AT_ONCE - 1, MAX_AT_ONCE, len(EVENTS) - 1)
CHANGED = """UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), '"actor":"', '"actor":"x') AS BLOB)
    WHERE originator_version = ?"""
REMOVED = "DELETE FROM stored_events WHERE originator_version = ?"
CIPHER_KEY = "MDEyMzQ1Njc4OWFiY2RlZg=="


@pytest.fixture
def record(tmp_path: Path) -> Iterator[MatchStore]:
    record = open_record(Settings(data=tmp_path), REFEREE.types)
    yield record
    record.close()


async def parts(past: EventHistory, match_id: str, after: int, digest: bytes | None) -> list[Part]:
    told = []
    while part := await past.read(match_id, after, digest):
        after, digest = part.seq, part.digest
        told.append(part)
        if not part.has_more:
            break
    return told


def digest_at(seq: int) -> bytes:
    return EVENTS[seq - 1].digest if seq else GENESIS


def assert_is(told: list[Part], events: list[MatchEvent]) -> None:
    """Told is each event's message, and apart from them the sealed events."""
    response = WatchMatchResponse.FromString(b"".join(part.wire for part in told))
    assert list(response.events) == [wire.to_message(event) for event in events]
    assert not response.openings
    assert [event for part in told for event in part.sealed] == [event for event in events if event.secrets]
    assert (told[-1].seq, told[-1].digest) == (events[-1].seq, events[-1].digest)


async def test_the_match_of_these_tests_has_several_messages_and_secrets() -> None:
    assert MAX_AT_ONCE < len(EVENTS) < 2 * MAX_AT_ONCE
    assert any(event.secrets for event in EVENTS[PAGE_EVENTS:])


@pytest.mark.parametrize("after", STARTS)
async def test_from_any_position_on_every_event_is_told_once(record: MatchStore, after: int) -> None:
    record.append(EVENTS)
    past = EventHistory(record, REFEREE.types)
    fresh = await parts(past, ID, after, digest_at(after))
    assert_is(fresh, EVENTS[after:])
    assert fresh[-1].ends_match
    assert (past.sent_from_record, past.sent_from_memory) == (len(EVENTS) - after, 0)


@pytest.mark.parametrize("after", STARTS)
async def test_what_is_kept_is_told_as_it_was_read(record: MatchStore, after: int) -> None:
    record.append(EVENTS)
    past = EventHistory(record, REFEREE.types)
    await parts(past, ID, 0, GENESIS)
    assert_is(await parts(past, ID, after, digest_at(after)), EVENTS[after:])
    assert past.sent_from_memory == len(EVENTS) - after


@pytest.mark.parametrize("seen", [1, PAGE_EVENTS - 1, PAGE_EVENTS, PAGE_EVENTS + 30, MAX_AT_ONCE])
async def test_events_that_come_after_a_page_was_kept_are_told(record: MatchStore, seen: int) -> None:
    past = EventHistory(record, REFEREE.types)
    record.append(EVENTS[:seen])
    assert_is(await parts(past, ID, 0, GENESIS), EVENTS[:seen])
    record.append(EVENTS[seen:])
    assert_is(await parts(past, ID, 0, GENESIS), EVENTS)
    assert_is(await parts(past, ID, seen, digest_at(seen)), EVENTS[seen:])


async def test_without_room_nothing_is_kept_and_all_is_told(record: MatchStore) -> None:
    record.append(EVENTS)
    past = EventHistory(record, REFEREE.types, max_bytes=0)
    for _ in range(2):
        assert_is(await parts(past, ID, 0, GENESIS), EVENTS)
    assert (past.sent_from_memory, past.kept.size) == (0, 0)


async def test_matches_are_not_mixed_up(record: MatchStore) -> None:
    tables = [Table(game, 2, seed=seed).play(40) for seed, game in enumerate(sorted(GAMES), 1)]
    past = EventHistory(record, REFEREE.types)
    for table in tables:
        record.append(table.events)
    for _ in range(2):
        for table in tables:
            assert_is(await parts(past, table.match.id, 0, GENESIS), table.events)


async def test_an_enciphered_record_is_told_in_the_clear(tmp_path: Path) -> None:
    record = open_record(Settings(data=tmp_path, cipher_key=CIPHER_KEY), REFEREE.types)
    record.append(EVENTS)
    assert_is(await parts(EventHistory(record, REFEREE.types), ID, 0, GENESIS), EVENTS)
    record.close()


@pytest.mark.parametrize(("broken", "after"), [(2, 0), (PAGE_EVENTS + 1, 0), (MAX_AT_ONCE + 1, 0), (51, 50)])
@pytest.mark.parametrize("change", [CHANGED, REMOVED])
async def test_a_record_that_was_changed_is_not_told(
    tmp_path: Path, record: MatchStore, change: str, broken: int, after: int
) -> None:
    record.append(EVENTS)
    with sqlite3.connect(tmp_path / "record.db") as database:
        assert database.execute(change, (broken,)).rowcount == 1
    database.close()
    with pytest.raises(BrokenChainError):
        await parts(EventHistory(record, REFEREE.types), ID, after, digest_at(after))


async def test_the_head_of_a_match_is_known_without_folding_it(record: MatchStore) -> None:
    past = EventHistory(record, REFEREE.types)
    for upto in (1, 4, PAGE_EVENTS, MAX_AT_ONCE, MAX_AT_ONCE + 3, len(EVENTS)):
        record.append([event for event in EVENTS[:upto] if event.seq > (await head_seq(past))])
        head = await past.head(ID)
        assert head is not None
        assert (head.id, head.seq, head.digest) == (ID, upto, EVENTS[upto - 1].digest)
        assert head.is_over == (upto == len(EVENTS))
        assert head.salt_key == salt_key(TABLE.match.server_seed)
    assert record.cached_matches == 0


async def head_seq(past: EventHistory) -> int:
    head = await past.head(ID)
    return head.seq if head else 0


async def test_a_match_in_memory_or_unknown_or_without_a_proper_name_has_no_such_head(record: MatchStore) -> None:
    past = EventHistory(record, REFEREE.types)
    assert await past.head("nnnnnnnnnnnnnnnnnnnn") is None
    assert await past.head("'; --") is None
    record.append(EVENTS)
    record.load(ID)
    assert await past.head(ID) is None

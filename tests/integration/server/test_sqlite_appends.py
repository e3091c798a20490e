"""The record on SQLite: a batch of events is stored whole or not at all, whether it takes one statement or several."""

from pathlib import Path

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from clio.server.eventstore.sqlite import Factory, PresentFileRecorder

SIZES = (1, 2, 128, 129, 400)
"""The largest statement has 128 rows."""


@pytest.fixture
def recorder(tmp_path: Path) -> PresentFileRecorder:
    made = Factory({"SQLITE_DBNAME": str(tmp_path / "record.db"), "ORIGINATOR_ID_TYPE": "text"}).application_recorder()
    assert isinstance(made, PresentFileRecorder)
    return made


def _events(match_id: str, first: int, last: int) -> list[StoredEvent]:
    return [StoredEvent(match_id, seq, "akros.moved", b"%d" % seq) for seq in range(first, last + 1)]


@pytest.mark.parametrize("size", SIZES)
def test_events_get_positions_in_their_order(recorder: PresentFileRecorder, size: int) -> None:
    before = recorder.insert_events(_events("earlier", 1, 3))
    positions = recorder.insert_events(_events("match", 1, size))
    assert (before, positions) == ([1, 2, 3], [*range(4, size + 4)])
    assert recorder.select_states("match", 0, None) == [b"%d" % seq for seq in range(1, size + 1)]


@pytest.mark.parametrize("size", SIZES)
def test_a_conflict_anywhere_stores_nothing_and_leaves_the_record_writable(
    recorder: PresentFileRecorder, size: int
) -> None:
    recorder.insert_events(_events("match", size, size))
    for batch in (_events("match", 1, size), [*_events("match", size, size), *_events("other", 1, size - 1)]):
        with pytest.raises(IntegrityError):
            recorder.insert_events(batch)
    assert recorder.max_notification_id() == 1
    assert recorder.insert_events(_events("other", 1, 2)) == [2, 3]

"""A match at any of its events, however one gets there."""

from typing import Any

import pytest

from clio.games.registry import GAMES
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match import replay as replays
from clio.kernel.match.aggregate import match_projector
from clio.kernel.match.replay import EVERY, MAX_CHECKPOINTS, Replay
from tests.kit.forks import ForkedTable
from tests.kit.table import Table


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_jump_leads_to_what_a_fold_from_the_start_gives(game: str) -> None:
    events = Table(game, 2, seed=9).finish().events[:200]
    replay = Replay(events, GAMES)
    project = match_projector(GAMES)
    for seq in (len(events), 1, EVERY + 1, EVERY, EVERY - 1, len(events) // 2, 3, len(events)):
        folded, jumped = project(None, events[:seq]), replay.at(seq)
        assert folded is not None
        for name in ("state", "seq", "digest", "status", "resigned", "requests", "updated_at", "outcome"):
            assert getattr(jumped, name) == getattr(folded, name), (seq, name)


def test_what_is_done_to_one_position_does_not_reach_another() -> None:
    replay = Replay(Table("amphipolis", 2).finish().events, GAMES)
    first = replay.at(EVERY)
    first.requests.add("mine", 1)
    first.seats[0] = None
    assert "mine" not in replay.at(EVERY).requests
    assert replay.at(EVERY).seats[0] is not None


def test_a_fork_is_replayed_through_its_history() -> None:
    fork = ForkedTable(Table("akros", 2).finish().events, 45).sit().finish()
    replay = Replay(fork.events, GAMES)
    for seq in (*range(1, replay.last + 1), *range(replay.last, 0, -7)):
        assert replay.at(seq).seq == seq
    assert replay.at(replay.last).state == fork.match.state


class Counted(list[MatchEvent]):
    """Events that count how many of them a replay has folded."""

    folded = 0

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        if isinstance(place, slice):
            self.folded += len(found)
        return found

    def taken(self) -> int:
        folded, self.folded = self.folded, 0
        return folded


def test_a_jump_folds_few_events_once_its_range_was_read() -> None:
    events = Counted(Table("akrotiri", 2, seed=9).finish().events)
    replay = Replay(events, GAMES)
    last = len(events)
    assert last > 8 * EVERY
    replay.at(last)
    assert events.taken() <= last + EVERY, "the first jump folds the match once"
    for seq in range(last, 0, -17):
        replay.at(seq)
        assert events.taken() < EVERY, seq


def test_a_match_of_any_length_has_a_bounded_number_of_checkpoints() -> None:
    events = Table("akrotiri", 2, seed=9).finish().events
    many = Counted(events)
    replay = Replay(many, GAMES)
    assert len(replay._checkpoints) == 1
    replay.at(3)
    assert (len(replay._checkpoints), many.taken()) == (1, 3)
    replay.at(len(events))
    assert len(replay._checkpoints) == len(events) // EVERY + 1
    assert Replay([events[0]] * (EVERY * MAX_CHECKPOINTS), GAMES)._stride == EVERY
    assert Replay([events[0]] * (EVERY * MAX_CHECKPOINTS + 1), GAMES)._stride == 2 * EVERY


def test_a_long_match_has_finer_checkpoints_in_the_range_read_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "MAX_CHECKPOINTS", 2)
    events = Counted(Table("akrotiri", 2, seed=9).finish().events)
    replay, project = Replay(events, GAMES), match_projector(GAMES)
    last = len(events)
    replay.at(last)
    events.taken()
    assert len(replay._checkpoints) <= 2 + 1
    middle = last // 2 - 5
    replay.at(middle)
    events.taken()
    for seq in range(middle, middle - 3 * EVERY, -11):
        jumped, folded = replay.at(seq), project(None, list(events)[:seq])
        assert folded is not None
        assert (jumped.seq, jumped.digest, jumped.state) == (seq, folded.digest, folded.state)
        assert events.taken() < EVERY
    assert replay.at(last).seq == last


def test_there_is_no_event_beyond_the_last() -> None:
    replay = Replay(Table("akros", 2).events, GAMES)
    with pytest.raises(IndexError):
        replay.at(replay.last + 1)


def test_a_match_can_be_had_before_its_first_event() -> None:
    replay = Replay(Table("akros", 2).events, GAMES)
    before = replay.at(0)
    assert (before.seq, before.state) == (0, None)
    with pytest.raises(IndexError):
        replay.at(-1)


def test_a_jump_to_a_finer_checkpoint_folds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "MAX_CHECKPOINTS", 2)
    events = Counted(Table("akrotiri", 2, seed=9).finish().events)
    replay = Replay(events, GAMES)
    replay.at(3 * EVERY - 1)
    assert len(replay._near) == 3
    for seq in (EVERY, 2 * EVERY):
        events.taken()
        assert replay.at(seq).seq == seq
        assert events.taken() == 0

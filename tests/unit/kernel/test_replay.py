"""A match at any of its events, however one gets there."""

import pytest

from clio.games.registry import GAMES
from clio.kernel.match.aggregate import match_projector
from clio.kernel.match.replay import EVERY, Replay
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


def test_there_is_no_event_beyond_the_last() -> None:
    replay = Replay(Table("akros", 2).events, GAMES)
    with pytest.raises(IndexError):
        replay.at(replay.last + 1)

"""Forks: a new match with the history of another, new seats and new chance."""

from itertools import pairwise

import pytest

from clio.games.registry import GAMES
from clio.kernel.events.lifecycle import Opened, Started
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.match import forking
from clio.kernel.match.aggregate import match_projector
from clio.kernel.match.commands import Fork, Join, Resign, repeats
from clio.kernel.match.forking import has_secrets, may_fork, whole_moves
from clio.kernel.match.referee import KERNEL_RULES
from clio.kernel.match.replay import EVERY
from clio.kernel.rejection import Rejection
from tests.kit.forks import ForkedTable, asked
from tests.kit.table import Table

SEED = bytes(range(32))


def finished(game: str = "amphipolis", seats: int = 2) -> Table:
    return Table(game, seats, seed=5).finish()


def drawn_from(chance: Chance, label: str) -> tuple[str, ...]:
    """What was shuffled under a label, in its order."""
    return chance._latest[label][1]


def test_a_fork_names_its_origin_in_its_first_event() -> None:
    source = finished()
    fork = ForkedTable(source.events, 20)
    opened = fork.events[0].payload
    assert isinstance(opened, Opened)
    assert opened.forked_from == fork.origin
    assert fork.origin.match == source.match.id
    assert fork.origin.digest == source.events[fork.origin.seq - 1].digest.hex()


def test_a_fork_stands_where_its_origin_stood_before_anybody_has_joined() -> None:
    source = finished()
    fork = ForkedTable(source.events, 20)
    state = None
    for event in source.events[: fork.origin.seq]:
        if isinstance(event.payload, GameEvent):
            state = source.game.evolve(state, event.payload)
    assert fork.match.state == state
    assert fork.match.status == "open"
    assert all(seat is None for seat in fork.match.seats)


def test_a_fork_starts_with_its_last_seat_and_plays_on() -> None:
    fork = ForkedTable(finished().events, 20).sit()
    assert fork.match.status == "playing"
    assert isinstance(fork.events[-1].payload, Started)
    assert fork.finish().match.outcome is not None


def test_a_move_that_the_point_cuts_in_two_is_left_out() -> None:
    source = finished().events
    inside = next(event.seq for event, after in pairwise(source) if event.seq > 12 and event.request == after.request)
    assert source[whole_moves(source, inside) - 1].request != source[inside - 1].request
    assert whole_moves(source, len(source)) == len(source)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_was_drawn_stays_drawn_and_the_rest_is_shuffled_again(game: str) -> None:
    source = Table(game, 2, seed=5)
    for _, _ in zip(range(10), source.play_out(), strict=False):
        pass
    futures = []
    for seed in range(4):
        fork = ForkedTable(source.events, 0, seed).sit()
        assert fork.match.chance is not None
        label = {"amphipolis": "amphipolis/bag", "akros": "akros/bag", "akrotiri": "akrotiri/tiles"}[game]
        known = fork.match.chance._known
        assert known is not None
        settled = tuple(known.orders[label])
        assert source.match.chance is not None
        items = drawn_from(source.match.chance, label)
        assert settled == items[: len(settled)]
        order = fork.match.chance.shuffle(label, items)
        assert order[: len(settled)] == settled
        assert sorted(order) == sorted(items)
        futures.append(order[len(settled) :])
    assert len(set(futures)) == 4


def test_a_fork_is_the_same_after_it_was_read_back() -> None:
    fork = ForkedTable(finished("akrotiri").events, 90).sit()
    for _, _ in zip(range(20), fork.play_out(), strict=False):
        pass
    again = match_projector(GAMES)(None, fork.events)
    assert again is not None
    assert again.state == fork.match.state
    assert again.origin == fork.match.origin
    assert again.chance is not None
    assert fork.match.chance is not None
    tiles = drawn_from(fork.match.chance, "akrotiri/tiles")
    assert again.chance.shuffle("akrotiri/tiles", tiles) == fork.match.chance.shuffle("akrotiri/tiles", tiles)


def test_a_fork_seals_the_secrets_of_its_history_again() -> None:
    source = finished("akrotiri")
    fork = ForkedTable(source.events, 90)
    secret = [event for event in fork.events if event.secrets]
    assert secret
    for event in secret:
        for value in event.secrets.values():
            assert len(bytes(value)) < 8 or bytes(value) not in event.canonical


def refusal(command: Fork | Rejection) -> str:
    assert isinstance(command, Rejection)
    assert KERNEL_RULES.rule(command.rule)
    return command.rule


def test_nothing_is_forked_before_the_start_or_after_the_end() -> None:
    source = finished().events
    assert refusal(asked(source, 2, SEED)) == "CLIO-FORK"
    assert refusal(asked(source, len(source), SEED)) == "CLIO-FORK"


def test_why_nothing_is_forked_is_told() -> None:
    source = finished().events
    start = next(number for number, event in enumerate(source, 1) if event.type == "match.Started")
    early, late = asked(source, start - 1, SEED), asked(source, len(source), SEED)
    assert isinstance(early, Rejection)
    assert isinstance(late, Rejection)
    assert early.sentence == "Nothing was played up to there: open a new match instead."
    assert late.sentence == "The game was over there: fork it at an earlier event."
    waiting = asked(source[: start - 1], 0, SEED)
    assert isinstance(waiting, Rejection)
    assert waiting.sentence == early.sentence


def test_without_a_point_the_last_one_that_can_be_forked_is_taken() -> None:
    source = finished().events
    command = asked(source, 0, SEED)
    assert isinstance(command, Fork)
    assert isinstance(asked(source, command.origin.seq, SEED), Fork)
    assert refusal(asked(source, len(source), SEED)) == "CLIO-FORK"


def test_who_may_fork_what() -> None:
    running = Table("amphipolis", 2)
    rule = may_fork(running.match, None)
    assert rule is not None
    assert rule.rule == "CLIO-FORK-OWN"
    assert may_fork(running.match, 0) is None
    secret = may_fork(Table("akrotiri", 2).match, 0)
    assert secret is not None
    assert secret.rule == "CLIO-FORK-SECRETS"
    assert may_fork(finished("akrotiri").match, None) is None
    assert [name for name, game in GAMES.items() if has_secrets(game)] == ["akrotiri"]


def test_a_fork_asked_for_again_is_recognised() -> None:
    source = finished().events
    command = asked(source, 20, SEED)
    assert isinstance(command, Fork)
    first = ForkedTable(source, 20).events[0]
    assert repeats(command, first, GAMES["amphipolis"])
    other = asked(source, 30, SEED)
    assert isinstance(other, Fork)
    assert not repeats(other, first, GAMES["amphipolis"])
    assert not repeats(Join(0, "Ann", b"", "00" * 32), first, GAMES["amphipolis"])


def test_a_fork_after_a_resignation_remembers_it() -> None:
    source = Table("amphipolis", 3, seed=1)
    for _, _ in zip(range(6), source.play_out(), strict=False):
        pass
    source.do(Resign(2))
    fork = ForkedTable(source.finish().events, source.match.seq - 8).sit()
    assert fork.match.resigned == {2}
    assert fork.finish().match.outcome is not None


def test_a_fork_can_be_forked() -> None:
    first = ForkedTable(finished().events, 20).sit().finish()
    second = ForkedTable(first.events, first.match.seq - 10).sit().finish()
    assert second.origin.match == first.match.id
    assert second.match.outcome is not None


def test_a_fork_takes_over_as_many_events_as_the_limit_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    """CLIO-FORK."""
    source = finished().events
    taken = sum(isinstance(event.payload, forking.TAKEN_OVER) for event in source[:20])
    monkeypatch.setattr(forking, "MAX_FORK_EVENTS", taken)
    assert forking.fork_length(source, 20) is None
    monkeypatch.setattr(forking, "MAX_FORK_EVENTS", taken - 1)
    refused = forking.fork_length(source, 20)
    assert refused is not None
    assert (refused.rule, refused.params) == ("CLIO-FORK", {"most": taken - 1})


def test_the_state_of_a_history_is_bounded_every_few_events(monkeypatch: pytest.MonkeyPatch) -> None:
    source = finished().events
    bounded: list[object] = []
    monkeypatch.setattr(forking, "demand_bounded_state", bounded.append)
    assert isinstance(asked(source, 0, SEED), Fork)
    due = [event.seq for event in source if event.seq % EVERY == 0 and isinstance(event.payload, GameEvent)]
    assert len(bounded) == len(due) > 1

from bench.load.scripts import random_moves
from bench.load.window import Window
from bench.trivial_game import TRIVIAL, Tick, Ticked
from clio.kernel.integrity.chance import Chance


def test_the_moves_of_a_match_are_worked_out_the_same_way_every_time() -> None:
    first = random_moves("amphipolis", "aaaaaaaaaaaaaaaaaaaa")
    assert first == random_moves("amphipolis", "aaaaaaaaaaaaaaaaaaaa")
    assert first != random_moves("amphipolis", "bbbbbbbbbbbbbbbbbbbb")
    assert {seat for seat, _ in first} == {0, 1}


def test_a_window_closes_when_somebody_has_nothing_left_to_play() -> None:
    window = Window(60)
    assert window.is_open
    window.add(window.started)
    window.close()
    assert not window.is_open
    assert window.result()["count"] == 1


def test_the_trivial_game_counts_its_moves() -> None:
    chance, state = Chance(bytes(32)), 0
    for _ in range(3):
        (fact,) = TRIVIAL.decide(state, 0, Tick(), chance)
        assert isinstance(fact, Ticked)
        state = TRIVIAL.evolve(state, fact)
    assert state == 3
    assert TRIVIAL.parse_move(TRIVIAL.format_move(Tick())) == Tick()
    assert TRIVIAL.parse_position(TRIVIAL.format_position(state, 0)) == state

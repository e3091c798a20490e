import pytest

from clio.games.amphipolis.events import SeatRetired
from clio.games.amphipolis.evolve import evolve
from clio.games.amphipolis.game import GAME
from clio.games.amphipolis.moves import EndTurn
from clio.games.amphipolis.scoring import standings
from clio.games.amphipolis.state import State
from tests.unit.amphipolis.table import bag, batch, counts, played, table


def _without(state: State, seat: int) -> State:
    events = GAME.retire(state, seat, bag("sphinx", "sphinx", "landslide", "sphinx"))
    assert events is not None
    for event in events:
        state = evolve(state, event)
    return state


@pytest.mark.parametrize("phase", ["take", "character"])
def test_a_seat_that_resigns_in_its_turn_ends_it_and_the_next_seat_draws(phase: str) -> None:
    """AMP-RESIGN."""
    state = table(3, seat=2, phase=phase, chosen="" if phase == "take" else "mosaics")  # type: ignore[arg-type]
    events = GAME.retire(state, 2, bag("sphinx", "sphinx", "landslide", "sphinx"))
    assert events == (
        SeatRetired(seat=2, turn_ends=True),
        batch("sphinx", "sphinx", "landslide", "sphinx", seat=0, covered=1, aside=3),
    )
    assert GAME.to_move(evolve(state, events[0])) == ()
    after = _without(state, 2)
    assert (after.seat, after.phase, after.chosen, after.retired) == (0, "take", "", (2,))


def test_a_seat_that_resigns_out_of_turn_leaves_the_turn_as_it_is() -> None:
    """AMP-RESIGN."""
    state = table(3, seat=0, phase="character", chosen="mosaics")
    assert GAME.retire(state, 1, bag()) == (SeatRetired(seat=1, turn_ends=False),)
    after = _without(state, 1)
    assert (after.seat, after.phase, after.chosen) == (0, "character", "mosaics")


def test_turns_of_seats_that_resigned_are_skipped() -> None:
    """AMP-RESIGN."""
    state = _without(table(4, seat=0, phase="character", chosen="mosaics"), 1)
    assert played(state, EndTurn()).seat == 2
    state = _without(state, 2)
    assert played(state, EndTurn()).seat == 3


def test_what_a_seat_that_resigned_holds_stays_out_of_play() -> None:
    """AMP-RESIGN."""
    state = table(3, seat=0, held=[{"sphinx": 2}], site={"caryatid": 1})
    after = _without(state, 0)
    assert after.collections[0] == counts({"sphinx": 2})
    assert after.site == counts({"caryatid": 1, "sphinx": 3})
    assert GAME.view(after, 1).seats[0].retired


@pytest.mark.parametrize("seats", [1, 2])
def test_the_match_ends_where_fewer_than_two_are_left(seats: int) -> None:
    """AMP-RESIGN."""
    assert GAME.retire(table(seats), 0, bag()) is None
    assert GAME.retire(table(3, retired=(1,)), 0, bag()) is None


def test_a_seat_resigns_once_and_not_after_the_end() -> None:
    """AMP-RESIGN."""
    assert GAME.retire(table(4, retired=(1,)), 1, bag()) is None
    assert GAME.retire(table(4, phase="closed", entrance=16), 1, bag()) is None


def test_a_seat_that_resigned_is_left_out_when_statues_are_compared() -> None:
    """AMP-RESIGN-STATUES."""
    held = [{"sphinx": 5}, {"sphinx": 3}, {"sphinx": 2}, {"sphinx": 1}]
    assert [score.total for score in standings(table(4, held=held))] == [6, 3, 3, 0]
    assert [score.total for score in standings(table(4, held=held, retired=(0,)))] == [0, 6, 3, 0]
    assert [score.total for score in standings(table(4, held=held, retired=(3,)))] == [6, 3, 0, 0]

import pytest

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.session.seats import Chosen, seat_for_turn, seat_to_resign, seat_to_view_from
from clio.cli.session.token_store import Holding

BOTH = Holding("host", {0: "zero", 1: "one"})
ONE = Holding("", {1: "one"})
NONE = Holding("host", {})


def test_the_seat_to_move_is_played() -> None:
    assert seat_for_turn(BOTH, [1], None, "") == Chosen("one", 1)
    assert seat_for_turn(BOTH, [1, 0], None, "") == Chosen("one", 1)


def test_a_wanted_seat_is_played_whoevers_turn_it_is() -> None:
    assert seat_for_turn(BOTH, [1], 0, "") == Chosen("zero", 0)


def test_the_only_seat_is_played_out_of_turn_too_so_that_the_server_can_say_why_not() -> None:
    assert seat_for_turn(ONE, [0], None, "") == Chosen("one", 1)


def test_a_token_given_by_hand_goes_before_all() -> None:
    assert seat_for_turn(NONE, [], None, "given") == Chosen("given", None)
    assert seat_to_resign(BOTH, None, "given") == Chosen("given", None)
    assert seat_to_view_from(BOTH, [0], 1, "given") == Chosen("given", 1)


@pytest.mark.parametrize(("holding", "wanted"), [(NONE, None), (ONE, 0)])
def test_a_seat_of_another_user_is_refused(holding: Holding, wanted: int | None) -> None:
    with pytest.raises(Failure) as failed:
        seat_for_turn(holding, [0], wanted, "")
    assert failed.value.code == ExitCode.NOT_ALLOWED


def test_giving_up_is_never_a_guess() -> None:
    assert seat_to_resign(ONE, None, "") == Chosen("one", 1)
    assert seat_to_resign(BOTH, 0, "") == Chosen("zero", 0)
    with pytest.raises(Failure) as failed:
        seat_to_resign(BOTH, None, "")
    assert failed.value.code == ExitCode.USAGE


def test_a_user_without_a_seat_may_watch() -> None:
    assert seat_to_view_from(NONE, [0], None, "") == Chosen("", None)
    assert seat_to_view_from(BOTH, [1], None, "") == Chosen("one", 1)
    assert seat_to_view_from(ONE, [1], 0, "") == Chosen("", 0)

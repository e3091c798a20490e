from msgspec.structs import replace

from clio.games.akrotiri.game import GAME
from clio.kernel.game import SPECTATOR
from tests.unit.akrotiri.table import BOX, CHANCE, moves, opened, play, refusal, table, until
from tests.unit.akrotiri.test_excavation import DIG, DIGGER, EXAMPLE

OPEN = ("apart", "no-icons", "uncompleted")


def test_five_goal_cards_lie_open_after_setup() -> None:
    """AKT-STRATEGIST."""
    state = play(until(opened(variant="strategist"), "dock"), "dock d1", "dock d2")
    assert state.open_goals == CHANCE.shuffle("akrotiri/goals", tuple(BOX.goals))[4:9]
    assert state.goal_pile == 5


def test_in_the_base_game_none_lies_open() -> None:
    """AKT-STRATEGIST."""
    assert play(until(opened(), "dock"), "dock d1", "dock d2").open_goals == ()


def test_the_first_goal_card_is_drawn_in_secret_all_the_same() -> None:
    """AKT-STRATEGIST."""
    state = until(opened(variant="strategist"), "goal")
    assert len(state.mover.choice) == 2
    assert refusal(state, f"take {state.mover.choice[0]}") == "AKT-SETUP-GOALS"


def test_the_third_temple_takes_an_open_card_for_all_to_see() -> None:
    """AKT-STRATEGIST."""
    state = table(*EXAMPLE, me=replace(DIGGER, temples=2), variant="strategist", open_goals=OPEN)
    state = play(state, DIG)
    assert moves(state) == {f"take {goal}" for goal in OPEN}
    assert refusal(state, "take quadrants") == "AKT-STRATEGIST"
    assert refusal(state, "keep apart") == "AKT-STRATEGIST"
    state = play(state, "take no-icons")
    assert state.open_goals == ("apart", "uncompleted")
    assert state.mover.shown_goals == ("no-icons",)
    assert (state.step, state.actions, state.goal_pile) == ("actions", 2, 10)
    assert GAME.view(state, SPECTATOR).players[0].goals == ("no-icons",)


def test_open_cards_are_never_refilled() -> None:
    """AKT-STRATEGIST."""
    state = table(*EXAMPLE, me=replace(DIGGER, temples=4), variant="strategist", open_goals=OPEN[:2])
    assert play(state, DIG, "take apart", "end").open_goals == ("no-icons",)

from clio.games.akrotiri.game import GAME
from tests.unit.akrotiri.table import CHAIN, play, player, table


def test_a_match_ends_after_the_last_turn_of_its_limit_and_is_scored() -> None:
    """AKT-TURN-LIMIT."""
    state = table(*CHAIN, seat=1, turn=100, turn_limit=100)
    after = play(state, "end")
    assert (after.step, after.ending) == ("over", "turn-limit")
    assert GAME.outcome(after) is not None


def test_before_the_limit_and_without_one_the_match_goes_on() -> None:
    """AKT-TURN-LIMIT."""
    assert play(table(*CHAIN, turn=99, turn_limit=100), "end").ending == ""
    assert play(table(*CHAIN, seat=1, turn=100, turn_limit=0), "end").ending == ""


def test_every_limit_gives_both_seats_the_same_number_of_turns() -> None:
    """AKT-TURN-LIMIT."""
    option = next(option for option in GAME.options if option.name == "turn_limit")
    assert all(int(value) % 2 == 0 for value in option.values if value != "none")


def test_goal_cards_are_shown_at_the_end() -> None:
    """AKT-SCORE-GOALS."""
    state = table(
        *CHAIN, seat=1, turn=100, turn_limit=100, me=player(secret_goals=("apart",), shown_goals=("no-icons",))
    )
    after = play(state, "end")
    assert after.players[0].shown_goals == ("no-icons", "apart")
    assert after.players[0].secret_goals == ()

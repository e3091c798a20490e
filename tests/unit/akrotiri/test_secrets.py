import msgspec

from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.moves import KeepGoal, TakeGoal
from clio.games.akrotiri.state import UNKNOWN
from clio.games.akrotiri.visibility import visible_state
from clio.kernel.game import EVERYTHING, SPECTATOR
from tests.unit.akrotiri.table import CHAIN, play, player, table

SECRETIVE = table(
    *CHAIN,
    me=player(tile="x3-lake", maps=("easy-1", "hard-2")),
    other=player(
        boat=2, tile="t7-tree", maps=("medium-7",), secret_goals=("apart",), choice=("no-icons", "uncompleted")
    ),
)


def test_a_seat_sees_its_own_hand_and_the_backs_of_the_other() -> None:
    """AKT-SECRETS."""
    view = GAME.view(SECRETIVE, 0)
    mine, theirs = view.players
    assert mine.tile == "x3-lake"
    assert [card.card for card in mine.maps] == ["easy-1", "hard-2"]
    assert mine.goals == ("quadrants",)
    assert (theirs.has_tile, theirs.tile) == (True, None)
    assert theirs.maps == ()
    assert theirs.map_counts == {"easy": 0, "medium": 1, "hard": 0}
    assert (theirs.goal_count, theirs.goals, theirs.choice_count, theirs.choice) == (1, (), 2, ())


def test_a_spectator_sees_no_hand_and_everything_sees_both() -> None:
    """AKT-SECRETS."""
    spectator = GAME.view(SECRETIVE, SPECTATOR)
    assert [each.tile for each in spectator.players] == [None, None]
    everything = GAME.view(SECRETIVE, EVERYTHING)
    assert [each.tile for each in everything.players] == ["x3-lake", "t7-tree"]
    assert everything.players[1].choice == ("no-icons", "uncompleted")


def test_nothing_a_viewer_may_not_know_is_in_its_view_or_position() -> None:
    """AKT-SECRETS."""
    for secret in ("t7-tree", "medium-7", "apart", "no-icons", "uncompleted"):
        assert secret not in msgspec.json.encode(GAME.view(SECRETIVE, 0)).decode()
        assert secret not in GAME.format_position(SECRETIVE, 0)


def test_the_tile_of_the_oracle_is_known_to_all() -> None:
    """AKT-SECRETS."""
    state = play(table(*CHAIN), "oracle tree")
    for viewpoint in (0, 1, SPECTATOR):
        assert GAME.view(state, viewpoint).players[0].tile == state.players[0].tile
    drawn = play(table(*CHAIN), "end")
    assert GAME.view(drawn, 1).players[0].tile is None


def test_which_goal_card_is_kept_is_a_secret_move_and_which_open_one_is_taken_is_not() -> None:
    """AKT-SECRETS."""
    assert GAME.is_secret(KeepGoal("apart"))
    assert not GAME.is_secret(TakeGoal("apart"))


def test_what_is_not_known_stands_as_a_question_mark() -> None:
    """AKT-SECRETS."""
    known = visible_state(SECRETIVE, 0).players[1]
    assert (known.tile, known.maps, known.secret_goals, known.choice) == (UNKNOWN, ("medium-?",), ("?",), ("?", "?"))


def test_the_rules_work_on_what_a_seat_knows() -> None:
    """AKT-SECRETS."""
    assert set(GAME.legal_moves(visible_state(SECRETIVE, 0), 0)) == set(GAME.legal_moves(SECRETIVE, 0))
    blind = visible_state(msgspec.structs.replace(SECRETIVE, step="goal", seat=1), 0)
    assert list(GAME.legal_moves(blind, 1)) == []

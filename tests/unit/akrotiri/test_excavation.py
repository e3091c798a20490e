import pytest
from msgspec.structs import replace

from clio.games.akrotiri.data_files import MapCard, Terrain
from clio.games.akrotiri.events import TempleExcavated
from clio.games.akrotiri.excavation import bounds_of
from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.geometry.grid import Side
from clio.games.akrotiri.geometry.island_map import Spread
from clio.games.akrotiri.state import Player, State, Temple, TilePile
from tests.unit.akrotiri.table import BOX, Lay, facts_of, moves, play, player, refusal, table

EXAMPLE: tuple[Lay, ...] = (
    ("x1-lake", (1, 0)),
    ("x1-volcano", (-2, -1)),
    ("x1-tree", (2, 0)),
    ("x1-mountain", (1, 1)),
)
"""A volcano above and far to the left, a tree to the right, a mountain below the south-east corner of 1,0 (d4)."""
DIGGER = player(boat=4, maps=("easy-1",), drachmas=3)
"""easy-1 asks for a volcano above, a tree to the right, a mountain below."""
DIG = "dig easy-1 @ 1,0 se"


def _example(me: Player = DIGGER, other: Player | None = None, **changes: object) -> State:
    return replace(table(*EXAMPLE, me=me, other=other), **changes)


def test_the_volcano_tree_mountain_site_of_the_rulebook() -> None:
    """AKT-DIG-SIDES: the rulebook's example."""
    state = _example()
    assert moves(state, "dig") == {DIG}
    after = play(state, DIG)
    assert after.temples == (Temple(0, "easy-1", 1, 0, "se"),)
    assert (after.mover.temples, after.mover.drachmas, after.mover.maps, after.actions) == (1, 0, (), 2)


def test_an_icon_in_the_sites_own_row_or_column_is_not_beyond_it() -> None:
    """AKT-DIG-SIDES: the tree is in column 4, the mountain in row 2."""
    assert refusal(_example(), "dig easy-1 @ 2,0 sw") == "AKT-DIG-SIDES"
    assert refusal(_example(), "dig easy-1 @ 1,1 ne") == "AKT-DIG-SIDES"


def _card(side: Side, terrain: Terrain, icons: int = 1) -> MapCard:
    return MapCard("easy-1", "easy", 3, 3, {side: (terrain, icons)}, "rulebook")


def test_a_diagonal_icon_counts_for_both_its_sides() -> None:
    """AKT-DIG-SIDES."""
    spreads = {"volcano": Spread(columns=(5,), rows=(-3,))}
    for side, beyond in (("n", True), ("e", True), ("s", False), ("w", False)):
        bounds = bounds_of(_card(side, "volcano"), spreads, turned=False)  # type: ignore[arg-type]
        assert bounds is not None
        assert bounds.hold((2, 0)) is beyond


def test_an_icon_on_the_site_counts_for_no_side() -> None:
    """AKT-DIG-SIDES."""
    spreads = {"volcano": Spread(columns=(2,), rows=(0,))}
    for side in ("n", "e", "s", "w"):
        bounds = bounds_of(_card(side, "volcano"), spreads, turned=False)
        assert bounds is not None
        assert not bounds.hold((2, 0))


def test_at_least_so_many_icons_must_lie_beyond() -> None:
    """AKT-DIG-SIDES."""
    spreads = {"lake": Spread(columns=(1, 4, 9), rows=(0, 0, 0))}
    two = bounds_of(_card("e", "lake", 2), spreads, turned=False)
    assert two is not None
    assert two.hold((3, 7))
    assert not two.hold((4, 7))
    assert bounds_of(_card("e", "lake", 4), spreads, turned=False) is None
    assert bounds_of(_card("e", "tree"), spreads, turned=False) is None


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("icons", [1, 2, 3])
@pytest.mark.parametrize("side", ["n", "e", "s", "w"])
def test_icons_are_counted_beyond_each_side_of_the_card(side: Side, icons: int, *, turned: bool) -> None:
    """AKT-DIG-SIDES, AKT-DIG-ABOVE: compared with counting the icons one by one."""
    lying = [(-4, 7), (1, -2), (6, 3)]
    columns, rows = (tuple(sorted(axis)) for axis in zip(*lying, strict=True))
    bounds = bounds_of(_card(side, "lake", icons), {"lake": Spread(columns, rows)}, turned=turned)
    assert bounds is not None
    ahead = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}[side]
    dx, dy = (-ahead[0], -ahead[1]) if turned else ahead
    for x in range(-6, 9):
        for y in range(-6, 9):
            beyond = sum((column - x) * dx + (row - y) * dy > 0 for column, row in lying)
            assert bounds.hold((x, y)) is (beyond >= icons), (x, y)


def test_each_side_is_checked_by_itself() -> None:
    """AKT-DIG-SIDES: without the mountain below the same site does not do."""
    state = table(*EXAMPLE[:3], me=DIGGER)
    assert refusal(state, DIG) == "AKT-DIG-SIDES"
    assert moves(state, "dig") == set()


def _turned_by_half(lay: Lay) -> Lay:
    tile, (x, y) = lay[0], lay[1]
    return tile, (-1 - x, -1 - y), "r180"


def test_the_second_player_sees_the_map_turned_by_half() -> None:
    """AKT-DIG-ABOVE."""
    turned = [_turned_by_half(lay) for lay in EXAMPLE]
    state = table(*turned, me=DIGGER, first_seat=1)
    assert moves(state, "dig") == {"dig easy-1 @ -2,-1 nw"}
    assert moves(replace(state, first_seat=0), "dig") == set()
    assert moves(_example(first_seat=1), "dig") == set()


def test_the_boat_lies_at_the_island_of_the_site_however_far() -> None:
    """AKT-DIG-DOCKED: d13 and the site are at the two ends of one island."""
    assert refusal(_example(replace(DIGGER, boat=3)), DIG) == "AKT-DIG-DOCKED"
    assert refusal(_example(), "dig easy-1 @ 5,5 nw") == "AKT-DIG-DOCKED"
    assert refusal(_example(), "dig easy-1 @ 0,0 nw") == "AKT-DIG-DOCKED"
    long = table(
        *EXAMPLE, ("x1-tree", (3, 0)), ("t6-lake", (2, 1), "r180"), ("x2-lake", (3, 1)), me=replace(DIGGER, boat=13)
    )
    assert long.archipelago.dock(13).cell == (2, 1)
    assert long.archipelago.island_of_dock(13).id == long.archipelago.island_at((1, 0), "se")
    play(long, DIG)


def test_only_a_card_in_the_own_hand_can_be_played() -> None:
    """AKT-DIG-CARD."""
    assert refusal(_example(replace(DIGGER, maps=("easy-2",))), DIG) == "AKT-DIG-CARD"
    assert refusal(_example(replace(DIGGER, maps=()), other=player(boat=2, maps=("easy-1",))), DIG) == "AKT-DIG-CARD"
    assert refusal(_example(), "dig hard-99 @ 1,0 se") == "AKT-DIG-CARD"


def test_a_played_card_is_shown_with_its_points() -> None:
    """AKT-DIG-CARD."""
    (fact,) = facts_of(_example(), DIG)
    assert isinstance(fact, TempleExcavated)
    assert (fact.card, fact.points, fact.drachmas, fact.temple) == ("easy-1", 3, 3, 1)
    assert fact.SEALED == ()


def test_the_cost_is_paid() -> None:
    """AKT-DIG-COST."""
    assert refusal(_example(replace(DIGGER, drachmas=2)), DIG) == "AKT-DIG-COST"
    assert play(_example(replace(DIGGER, drachmas=9)), DIG).mover.drachmas == 6
    assert [BOX.maps[f"{deck}-1"].cost for deck in ("easy", "medium", "hard")] == [3, 5, 7]


def test_digging_takes_an_action() -> None:
    """AKT-ACTIONS."""
    assert refusal(_example(actions=0), DIG) == "AKT-ACTIONS"


def test_there_is_no_temple_on_thera() -> None:
    """AKT-DIG-THERA."""
    state = _example(replace(DIGGER, boat=1))
    assert refusal(state, DIG) == "AKT-DIG-THERA"
    assert moves(state, "dig") == set()


@pytest.mark.parametrize("owner", [0, 1])
def test_an_island_with_a_temple_takes_no_other(owner: int) -> None:
    """AKT-DIG-ISLAND."""
    state = _example(temples=(Temple(owner, "hard-1", 2, 0, "sw"),))
    assert refusal(state, DIG) == "AKT-DIG-ISLAND"
    assert moves(state, "dig") == set()


def test_islands_with_temples_may_grow_together() -> None:
    """AKT-DIG-ISLAND."""
    temples = (Temple(0, "hard-1", 1, 0, "se"), Temple(1, "hard-2", 1, 0, "ne"))
    state = table(("x1-lake", (1, 0)), me=player(tile="t7-tree"), step="tile", temples=temples)
    after = play(state, "tile 2,0 r0")
    assert after.archipelago.island_at((1, 0), "se") == after.archipelago.island_at((1, 0), "ne")
    assert after.temples == temples


def test_a_player_has_six_temples() -> None:
    """AKT-DIG-TEMPLES."""
    assert refusal(_example(replace(DIGGER, temples=6)), DIG) == "AKT-DIG-TEMPLES"


def test_four_actions_after_one_temple_from_the_next_turn_on() -> None:
    """AKT-BONUS-ACTIONS: the rulebook's example."""
    no_tiles = TilePile(1, tuple(BOX.tiles), len(BOX.tiles))
    state = play(_example(pile=no_tiles), DIG)
    assert state.actions == 2
    assert play(state, "end", "end").actions == 4


@pytest.mark.parametrize(("temples", "actions"), [(0, 3), (1, 4), (2, 5), (3, 5), (4, 6), (5, 6), (6, 6)])
def test_the_track_gives_the_actions_of_a_turn(temples: int, actions: int) -> None:
    """AKT-ACTIONS, AKT-BONUS-ACTIONS."""
    state = table(other=player(boat=2, temples=temples, tile=None))
    assert play(state, "end").actions == actions


@pytest.mark.parametrize("temple", [3, 5])
def test_the_third_and_the_fifth_temple_bring_a_goal_card_at_once(temple: int) -> None:
    """AKT-BONUS-GOAL."""
    state = play(_example(replace(DIGGER, temples=temple - 1)), DIG)
    assert (state.step, state.seat, len(state.mover.choice), state.goal_pile) == ("goal", 0, 2, 8)
    assert refusal(state, "end") == "AKT-TURN"
    other = next(goal for goal in BOX.goals if goal not in state.mover.choice)
    assert refusal(state, f"keep {other}") == "AKT-BONUS-GOAL"
    assert refusal(state, f"take {other}") == "AKT-BONUS-GOAL"
    kept = state.mover.choice[1]
    state = play(state, f"keep {kept}")
    assert state.mover.secret_goals == ("quadrants", kept)
    assert (state.step, state.actions, state.goal_pile, state.mover.choice) == ("actions", 2, 9, ())


@pytest.mark.parametrize("temple", [1, 2, 4])
def test_the_other_temples_bring_no_goal_card(temple: int) -> None:
    """AKT-BONUS-GOAL."""
    assert play(_example(replace(DIGGER, temples=temple - 1)), DIG).step == "actions"


def test_the_first_players_sixth_temple_gives_the_second_one_more_turn() -> None:
    """AKT-LAST-ROUND."""
    state = play(_example(replace(DIGGER, temples=5)), DIG)
    assert (state.last_round, state.step, state.actions) == (True, "actions", 2)
    state = play(state, "end")
    assert (state.seat, state.step) == (1, "actions")
    state = play(state, "end")
    assert (state.step, state.ending) == ("over", "last-temple")
    assert GAME.to_move(state) == ()
    assert GAME.outcome(state) is not None


def test_the_second_players_sixth_temple_ends_the_game_after_that_turn() -> None:
    """AKT-LAST-ROUND."""
    turned = [_turned_by_half(lay) for lay in EXAMPLE]
    state = table(*turned, me=replace(DIGGER, temples=5), first_seat=1)
    state = play(state, "dig easy-1 @ -2,-1 nw", "end")
    assert (state.step, state.ending) == ("over", "last-temple")


def test_both_players_reach_the_end_with_the_same_number_of_turns() -> None:
    """AKT-LAST-ROUND: turn 5 is the first player's third, turn 6 the second's."""
    state = play(_example(replace(DIGGER, temples=5)), DIG, "end", "end")
    assert state.turn == 6

import pytest

from clio.games.akrotiri.events import CubePlaced
from clio.games.akrotiri.state import Cube
from tests.unit.akrotiri.table import Lay, facts_of, moves, play, player, refusal, table

HOLDING = player(tile="x1-tree")


def test_a_tile_goes_beside_a_tile_or_thera() -> None:
    """AKT-TILE-CELL."""
    state = table(("x1-lake", (1, 0)), me=HOLDING, step="tile")
    assert len(moves(state)) == 4 * 9
    assert refusal(state, "tile 5,5 r0") == "AKT-TILE-CELL"
    assert refusal(state, "tile 1,0 r0") == "AKT-TILE-CELL"
    assert refusal(state, "tile 0,0 r0") == "AKT-TILE-CELL"
    assert refusal(state, "tile 2,1 r0") == "AKT-TILE-CELL"
    play(state, "tile 2,0 r0")


@pytest.mark.parametrize(("rotation", "corner"), [("r0", "nw"), ("r90", "ne"), ("r180", "se"), ("r270", "sw")])
def test_a_tile_may_be_turned_any_way(rotation: str, corner: str) -> None:
    """AKT-TILE-ROTATION."""
    state = play(table(me=HOLDING, step="tile"), f"tile 1,0 {rotation}")
    assert state.archipelago.tiles[1, 0].rotation == rotation
    assert state.cubes == (Cube("green", 1, 0, corner),)  # type: ignore[arg-type]


def test_the_first_cube_has_the_colour_of_the_icon_and_lies_beside_it() -> None:
    """AKT-CUBE-ICON."""
    facts = facts_of(table(me=HOLDING, step="tile"), "tile 1,0 r90")
    assert [fact for fact in facts if isinstance(fact, CubePlaced)] == [
        CubePlaced(seat=0, colour="green", x=1, y=0, corner="ne")
    ]


def test_the_first_cube_is_left_out_when_its_colour_is_gone() -> None:
    """AKT-CUBE-ICON."""
    state = table(me=HOLDING, step="tile", market={"orange": 8, "blue": 8, "green": 0, "grey": 8})
    after = play(state, "tile 1,0 r0")
    assert after.cubes == ()
    assert "cube orange se" in moves(after)
    assert not {line for line in moves(after) if line.startswith("cube green")}


def test_the_second_cube_is_of_any_colour_on_another_island_of_the_tile() -> None:
    """AKT-CUBE-SECOND; the example: green beside the tree, then orange on another island."""
    state = play(table(me=HOLDING, step="tile"), "tile 1,0 r0")
    assert moves(state) == {
        f"cube {colour} {corner}" for colour in ("orange", "blue", "green", "grey") for corner in ("ne", "se", "sw")
    }
    assert refusal(state, "cube orange nw") == "AKT-CUBE-SECOND"
    state = play(state, "cube orange se")
    assert state.cubes == (Cube("green", 1, 0, "nw"), Cube("orange", 1, 0, "se"))


def test_the_second_cube_is_not_optional() -> None:
    """AKT-CUBE-SECOND."""
    state = play(table(me=HOLDING, step="tile"), "tile 1,0 r0")
    assert refusal(state, "end") == "AKT-TURN"


def test_a_missing_first_cube_does_not_free_the_icons_island() -> None:
    """AKT-CUBE-SECOND."""
    state = table(me=HOLDING, step="tile", market={"orange": 8, "blue": 8, "green": 0, "grey": 8})
    assert refusal(play(state, "tile 1,0 r0"), "cube orange nw") == "AKT-CUBE-SECOND"


def test_corners_that_the_rest_of_the_map_joins_are_one_island() -> None:
    """AKT-CUBE-SKIP: judged on the whole map."""
    state = table(("x1-lake", (1, -1)), ("x1-volcano", (2, -1)), ("t7-lake", (2, 0)), me=HOLDING, step="tile")
    placed = play(state, "tile 1,0 r90")
    assert placed.archipelago.island_at((1, 0), "ne") == placed.archipelago.island_at((1, 0), "se")
    assert refusal(placed, "cube blue se") == "AKT-CUBE-SECOND"
    play(placed, "cube blue sw")


ALL_ONE: tuple[Lay, ...] = (
    ("t6-lake", (1, -1)),
    ("x1-tree", (2, -1)),
    ("t7-tree", (2, 0)),
    ("x1-volcano", (2, 1)),
    ("t4-volcano", (1, 1)),
)
"""Around the cell 1,0: its north, east and south neighbours each join two of its corners."""


def test_the_second_cube_is_left_out_when_all_land_of_the_tile_is_one_island() -> None:
    """AKT-CUBE-SKIP."""
    state = table(*ALL_ONE, me=player(tile="x1-mountain"), step="tile")
    after = play(state, "tile 1,0 r0")
    islands = {after.archipelago.island_at((1, 0), corner) for corner in ("nw", "ne", "se", "sw")}
    assert len(islands) == 1
    assert after.step == "actions"
    assert len(after.cubes) == 1


def test_the_second_cube_is_left_out_when_the_market_is_empty() -> None:
    """AKT-CUBE-SKIP."""
    state = table(me=HOLDING, step="tile", market={"orange": 0, "blue": 0, "green": 1, "grey": 0})
    after = play(state, "tile 1,0 r0")
    assert after.step == "actions"
    assert after.cubes == (Cube("green", 1, 0, "nw"),)


def test_cubes_are_taken_from_the_left_of_their_row() -> None:
    """AKT-CUBE-MARKET."""
    state = play(table(me=HOLDING, step="tile"), "tile 1,0 r0", "cube green se")
    assert state.market["green"] == 6
    empty = table(me=HOLDING, step="tile", market={"orange": 0, "blue": 8, "green": 8, "grey": 8})
    assert refusal(play(empty, "tile 1,0 r0"), "cube orange se") == "AKT-CUBE-MARKET"


def test_a_turn_goes_tile_cubes_actions() -> None:
    """AKT-TURN."""
    state = table(me=HOLDING, step="tile")
    assert refusal(state, "sail d2") == "AKT-TURN"
    assert refusal(state, "cube blue se") == "AKT-TURN"
    state = play(state, "tile 1,0 r0")
    assert refusal(state, "tile 2,0 r0") == "AKT-TURN"
    state = play(state, "cube blue se")
    assert (state.step, state.actions) == ("actions", 3)
    assert refusal(state, "cube blue se") == "AKT-TURN"

import pytest
from msgspec.structs import replace

from clio.games.amphipolis.events import CharacterUsed, SiteClosed, TilesDrawn, TilesTaken, TurnEnded, TurnPassed
from clio.games.amphipolis.game import GAME
from clio.games.amphipolis.moves import EndTurn, PassTurn, Take, UseAssistant
from clio.games.amphipolis.state import bag_items
from tests.kit.rigged_chance import RiggedChance
from tests.unit.amphipolis.table import OPENING, bag, counts, facts, played, refused, table

ALL_USED = ("assistant", "archaeologist", "digger", "professor")


def test_only_the_seat_whose_turn_it_is_moves() -> None:
    """AMP-TURN."""
    state = table(3, seat=1)
    assert GAME.to_move(state) == (1,)
    assert GAME.legal_moves(state, 0) == ()
    assert refused(state, Take("mosaics", ()), seat=0) == "AMP-TURN"
    assert refused(state, Take("mosaics", ()), seat=2) == "AMP-TURN"


def test_the_turn_goes_to_the_left_and_round_the_table() -> None:
    """AMP-TURN."""
    seats = []
    state = table(3, seat=1, used=ALL_USED)
    for _ in range(4):
        seats.append(state.seat)
        state = played(state, Take("mosaics", ()))
        if state.phase == "character":
            state = played(state, EndTurn())
    assert seats == [1, 2, 0, 1]


def test_a_turn_begins_with_four_tiles_that_go_to_their_areas() -> None:
    """AMP-DRAW."""
    state = table(site={"sphinx": 1}, phase="character", chosen="mosaics")
    chance = bag("sphinx", "amphora-red", "skeleton-small-upper", "mosaic-yellow")
    ended, drawn = facts(state, EndTurn(), chance)
    assert isinstance(drawn, TilesDrawn)
    assert drawn.tiles == ("sphinx", "amphora-red", "skeleton-small-upper", "mosaic-yellow")
    assert (drawn.seat, drawn.turn, drawn.entrance_covered, drawn.turn_ends) == (1, 2, 0, False)
    after = GAME.evolve(GAME.evolve(state, ended), drawn)
    assert after.site == counts({"sphinx": 2, "amphora-red": 1, "skeleton-small-upper": 1, "mosaic-yellow": 1})
    assert (after.seat, after.turn, after.phase, after.chosen, after.drawn) == (1, 2, "take", "", 8)


def test_where_fewer_than_four_tiles_are_left_all_are_drawn() -> None:
    """AMP-DRAW."""
    items = bag_items(4, OPENING)
    assert len(items) == 123
    chance = RiggedChance({"amphipolis/bag": sorted(items, key=lambda tile: tile == "landslide")})
    state = replace(table(4, phase="character", chosen="mosaics", entrance=13), drawn=120)
    _, drawn, closed = facts(state, EndTurn(), chance)
    assert isinstance(drawn, TilesDrawn)
    assert drawn.tiles == ("landslide",) * 3
    assert isinstance(closed, SiteClosed)


def test_landslides_cover_the_entrance_and_lie_in_no_area() -> None:
    """AMP-LANDSLIDE."""
    state = table(site={"sphinx": 1}, phase="character", chosen="mosaics", entrance=5)
    after = played(state, EndTurn(), bag("landslide", "sphinx", "landslide", "sphinx"))
    assert after.entrance == 7
    assert after.site == counts({"sphinx": 3})


def test_a_turn_is_taking_and_then_at_most_a_character() -> None:
    """AMP-STEPS."""
    before, between = table(), table(phase="character", chosen="mosaics")
    assert refused(before, EndTurn()) == "AMP-STEPS"
    assert refused(between, Take("mosaics", ())) == "AMP-STEPS"
    assert refused(between, PassTurn()) == "AMP-STEPS"


def test_taking_leaves_the_turn_open_while_a_character_can_be_used() -> None:
    """AMP-STEPS."""
    events = facts(table(), Take("mosaics", ("mosaic-red",)))
    assert events == (TilesTaken(seat=0, area="mosaics", tiles=("mosaic-red",), turn_ends=False),)
    after = played(table(), Take("mosaics", ("mosaic-red",)))
    assert (after.phase, after.chosen, after.seat) == ("character", "mosaics", 0)


def test_the_turn_ends_by_itself_where_no_character_is_left() -> None:
    """AMP-STEPS."""
    taken, drawn = facts(table(used=ALL_USED), Take("mosaics", ("mosaic-red",)))
    assert taken == TilesTaken(seat=0, area="mosaics", tiles=("mosaic-red",), turn_ends=True)
    assert isinstance(drawn, TilesDrawn)
    assert drawn.seat == 1


def test_the_turn_ends_by_itself_where_no_character_could_take_a_tile() -> None:
    """AMP-STEPS."""
    only_here = table(site={"sphinx": 3}, used=("assistant", "digger"))
    assert len(facts(only_here, Take("statues", ("sphinx",)))) == 2
    emptied = table(site={"sphinx": 2})
    assert len(facts(emptied, Take("statues", ("sphinx", "sphinx")))) == 2
    only_elsewhere = table(site={"sphinx": 3}, used=("assistant", "archaeologist", "professor"))
    assert len(facts(only_elsewhere, Take("mosaics", ()))) == 2
    assert len(facts(only_elsewhere, Take("statues", ("sphinx",)))) == 1


@pytest.mark.parametrize(
    ("left", "open_here", "open_elsewhere"),
    [("assistant", True, True), ("archaeologist", False, True), ("digger", True, False), ("professor", False, True)],
)
def test_the_last_character_keeps_the_turn_open_where_it_could_take_a_tile(
    left: str, *, open_here: bool, open_elsewhere: bool
) -> None:
    """AMP-STEPS."""
    state = table(site={"sphinx": 3}, used=[name for name in ALL_USED if name != left])
    assert (len(facts(state, Take("statues", ("sphinx",)))) == 1) is open_here
    assert (len(facts(state, Take("mosaics", ()))) == 1) is open_elsewhere


def test_one_character_ends_the_turn() -> None:
    """AMP-CHARACTER-ONE."""
    state = table(phase="character", chosen="mosaics")
    used, drawn = facts(state, UseAssistant("sphinx"))
    assert used == CharacterUsed(seat=0, character="assistant", tiles=("sphinx",))
    assert isinstance(drawn, TilesDrawn)
    assert drawn.seat == 1


def test_using_no_character_is_allowed() -> None:
    """AMP-CHARACTER-ONE."""
    ended, drawn = facts(table(phase="character", chosen="mosaics"), EndTurn())
    assert ended == TurnEnded(seat=0)
    assert isinstance(drawn, TilesDrawn)


def test_a_player_who_finds_all_areas_empty_passes() -> None:
    """AMP-PASS."""
    empty = table(site={})
    assert GAME.legal_moves(empty, 0) == (PassTurn(),)
    passed, drawn = facts(empty, PassTurn())
    assert passed == TurnPassed(seat=0)
    assert isinstance(drawn, TilesDrawn)
    assert refused(empty, Take("mosaics", ())) == "AMP-PASS"


def test_nobody_passes_while_a_tile_lies_anywhere() -> None:
    """AMP-PASS."""
    assert refused(table(site={"sphinx": 1}), PassTurn()) == "AMP-PASS"

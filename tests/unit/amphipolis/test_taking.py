import pytest

from clio.games.amphipolis.components import AREAS
from clio.games.amphipolis.game import GAME
from clio.games.amphipolis.moves import Take, UseDigger
from tests.unit.amphipolis.table import counts, played, refused, table


def test_what_is_taken_leaves_the_site_and_joins_the_team() -> None:
    """AMP-TAKE-AREA."""
    state = table(site={"sphinx": 3, "caryatid": 1}, held=[{"sphinx": 1}])
    after = played(state, Take("statues", ("caryatid", "sphinx")))
    assert after.site == counts({"sphinx": 2})
    assert after.collections == (counts({"sphinx": 2, "caryatid": 1}), counts({}))


def test_all_tiles_come_from_the_area_that_is_named() -> None:
    """AMP-TAKE-AREA."""
    assert refused(table(), Take("mosaics", ("sphinx",))) == "AMP-TAKE-AREA"
    assert refused(table(), Take("mosaics", ("mosaic-red", "sphinx"))) == "AMP-TAKE-AREA"
    assert refused(table(), Take("entrance", ())) == "AMP-TAKE-AREA"


def test_at_most_two_tiles_are_taken() -> None:
    """AMP-TAKE-LIMIT."""
    assert refused(table(), Take("mosaics", ("mosaic-red",) * 3)) == "AMP-TAKE-LIMIT"


@pytest.mark.parametrize("area", AREAS)
def test_taking_none_names_an_area_and_be_it_empty(area: str) -> None:
    """AMP-TAKE-NONE."""
    after = played(table(site={"sphinx": 1}), Take(area, ()))
    assert (after.phase, after.chosen) == ("character", area)
    assert after.collections == (counts({}), counts({}))


def test_only_tiles_that_lie_there_are_taken() -> None:
    """AMP-PRESENT."""
    state = table(site={"sphinx": 1})
    assert refused(state, Take("statues", ("caryatid",))) == "AMP-PRESENT"
    assert refused(state, Take("statues", ("sphinx", "sphinx"))) == "AMP-PRESENT"


def test_landslides_and_unknown_things_are_not_taken() -> None:
    """AMP-FINDINGS, AMP-LANDSLIDE."""
    assert refused(table(), Take("mosaics", ("landslide",))) == "AMP-FINDINGS"
    assert refused(table(), Take("mosaics", ("mosaic-blue",))) == "AMP-FINDINGS"
    assert refused(table(phase="character", chosen="mosaics"), UseDigger(("landslide",))) == "AMP-FINDINGS"


def test_tiles_of_a_move_are_a_heap_without_order() -> None:
    assert Take("statues", ("sphinx", "caryatid")) == Take("statues", ("caryatid", "sphinx"))
    assert Take("statues", ("sphinx", "caryatid")).tiles == ("caryatid", "sphinx")


def test_the_moves_from_one_area_are_all_heaps_of_up_to_two() -> None:
    """AMP-TAKE-LIMIT."""
    moves = GAME.legal_moves(table(site={"sphinx": 2, "caryatid": 1}), 0)
    heaps = [move.tiles for move in moves if isinstance(move, Take) and move.area == "statues"]
    assert sorted(heaps) == [(), ("caryatid",), ("caryatid", "sphinx"), ("sphinx",), ("sphinx", "sphinx")]
    assert len(moves) == 5 + 3

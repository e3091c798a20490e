"""The components of Akros as clients get them, and what its facts show to statistics."""

from clio.games.akros.component_list import ComponentList
from clio.games.akros.events import BoardLaid, TilePlaced
from clio.games.akros.game import GAME
from clio.kernel.component_usage import ComponentUse
from clio.kernel.integrity.chance import Chance
from tests.unit.akros.table import OPTIONS


def test_the_temple_has_three_piles_that_are_filled_in_the_turns_of_the_rulebook() -> None:
    """AKS-PILES"""
    for published in GAME.component_sets():
        listed = published.components
        assert isinstance(listed, ComponentList)
        assert listed.turns == 9
        assert [(pile.turn, pile.filled_in) for pile in listed.temple] == [(7, (1, 2, 3)), (8, (4, 5, 6)), (9, (7, 8))]


def test_the_first_fact_names_the_side_of_each_seat_and_no_other_does() -> None:
    """AKS-SIDES"""
    laid, drawn = GAME.setup(OPTIONS, 2, Chance(bytes(32)))
    assert isinstance(laid, BoardLaid)
    assert GAME.sides(laid) == ("jinn", "ifrit")
    options = {**OPTIONS, "sides": "random"}
    other = next(
        first
        for n in range(16)
        if (first := GAME.setup(options, 2, Chance(bytes([n]) * 32))[0]).jinn == 1  # type: ignore[attr-defined]
    )
    assert GAME.sides(other) == ("ifrit", "jinn")
    assert (laid.ifrit, other.ifrit) == (1, 0)  # type: ignore[attr-defined]
    assert GAME.sides(drawn) == ()


def test_a_placed_tile_is_a_use_of_it_with_the_height_of_its_stack() -> None:
    placed = TilePlaced(seat=1, side="ifrit", tile="sea", origin=0, target=1, height=2, contested=())
    assert GAME.uses(placed) == (ComponentUse("tile", "sea", 1, 2),)
    assert GAME.uses(GAME.setup(OPTIONS, 2, Chance(bytes(32)))[0]) == ()

"""What a draw checker says about facts that chance did not give: which draw, and what was due."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from clio.games.registry import GAMES
from clio.kernel.events.lifecycle import Opened
from clio.kernel.game import GameEvent
from clio.kernel.limits import MAX_DRAWS
from clio.kernel.match.deck_draws import DeckDraws
from clio.kernel.match.draw_checker import DrawChecker
from tests.kit.table import Table


def checker(table: Table, *, with_chance: bool = True) -> DrawChecker:
    opened = table.events[0].payload
    assert isinstance(opened, Opened)
    follower = DrawChecker(table.game.draws, dict(opened.options), opened.seats)
    if with_chance:
        follower.chance = table.match.chance
    return follower


def facts(table: Table) -> list[GameEvent]:
    return [event.payload for event in table.events if isinstance(event.payload, GameEvent)]


@pytest.mark.parametrize("with_chance", [True, False])
@pytest.mark.parametrize(
    ("game", "seats"), [(name, count) for name, game in sorted(GAMES.items()) for count in game.seats]
)
def test_every_fact_of_a_genuine_match_passes(game: str, seats: int, *, with_chance: bool) -> None:
    table = Table(game, seats, seed=2).finish()
    follower = checker(table, with_chance=with_chance)
    assert [why for fact in facts(table) if (why := follower.see(fact))] == []


def _said(table: Table, name: str, number: int, **changes: Any) -> str:
    """What the checker says of the first fact of a type from event ``number`` on, changed."""
    follower = checker(table)
    for place, fact in enumerate(facts(table)):
        if place >= number and type(fact).__name__ == name:
            return follower.see(replace(fact, **changes)).text
        assert not follower.see(fact)
    raise AssertionError(name)


def test_a_tile_that_chance_did_not_give_is_named_with_the_number_of_its_draw() -> None:
    table = Table("akros", 2, seed=2).play(12)
    drawn = [fact.tiles for fact in facts(table) if type(fact).__name__ == "TilesDrawn"]  # type: ignore[attr-defined]
    first, second = drawn[0], drawn[1]
    other = next(tile for tile in ("forest", "mountain", "sea") if tile != first[1])
    said = _said(table, "TilesDrawn", 0, tiles=(first[0], other, first[2]))
    assert said == f"draw 2 of akros/bag is shown as {other!r}, chance gives {first[1]!r}"
    other = next(tile for tile in ("forest", "mountain", "sea") if tile != second[0])
    said = _said(table, "TilesDrawn", 2, tiles=(other, *second[1:]))
    assert said == f"draw 4 of akros/bag is shown as {other!r}, chance gives {second[0]!r}"


def test_more_than_the_bag_has_is_never_drawn() -> None:
    table = Table("akros", 2, seed=2)
    said = _said(table, "TilesDrawn", 0, tiles=("sea",) * 20)
    assert said == "more is drawn from akros/bag than it has left (19)"


def test_the_side_that_the_option_names_is_not_drawn() -> None:
    """AKS-SIDES: seat 0 is Jinn unless the sides are drawn."""
    assert _said(Table("akros", 2), "BoardLaid", 0, jinn=1)
    table = Table("akros", 2, {"sides": "random"}, seed=1)
    laid = facts(table)[0]
    assert _said(table, "BoardLaid", 0, jinn=1 - laid.jinn)  # type: ignore[attr-defined]


def test_without_the_seed_a_component_that_is_not_left_is_noticed() -> None:
    table = Table("akros", 2, seed=2)
    follower = checker(table, with_chance=False)
    laid, drawn = facts(table)[:2]
    assert not follower.see(laid)
    gone = replace(drawn, tiles=("lava", *drawn.tiles[1:]))  # type: ignore[attr-defined]
    assert follower.see(gone).text == "'lava' is not left in akros/bag"


def test_a_draw_that_an_event_does_not_show_is_named() -> None:
    assert _said(Table("akrotiri", 2, seed=2), "TileDrawn", 0, tile=msgspec.UNSET) == "the event does not show tile"


def test_a_deck_is_shuffled_up_to_the_limit_of_its_components() -> None:
    deck = DeckDraws("bag")
    for _ in range(MAX_DRAWS // 4_000):
        assert not deck.shuffle({"sea": 4_000})
    assert deck.shuffle({"sea": 1}).text == "bag is shuffled too often"
    assert DeckDraws("bag").shuffle(None).text == "the pool of bag cannot be"

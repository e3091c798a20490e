"""Draws from one deck: what was drawn, what is left, and what a forged record may claim."""

import pytest

from clio.kernel.integrity.chance import Chance
from clio.kernel.match import deck_draws
from clio.kernel.match.deck_draws import DeckDraws, laid_out

POOL = {"sea": 2, "forest": 1}


def _deck(pool: dict[str, int] | None = None) -> DeckDraws:
    deck = DeckDraws("bag")
    assert not deck.shuffle(POOL if pool is None else pool)
    return deck


def test_a_pool_is_laid_out_in_canonical_order() -> None:
    assert laid_out(POOL) == ("forest", "sea", "sea")
    assert laid_out({}) == ()


def test_everything_that_a_deck_holds_can_be_drawn_and_no_more() -> None:
    deck = _deck()
    assert not deck.draw(("sea", "forest", "sea"), None)
    why = deck.draw(("sea",), None)
    assert why.params == {"label": "bag", "left": 0}
    assert "more is drawn" in why.text


@pytest.mark.parametrize("count", [4, 5, 4_096])
def test_of_an_overdraw_one_component_is_kept_to_show_it(count: int) -> None:
    deck = _deck()
    assert deck.draw(("sea",) * count, None).params == {"label": "bag", "left": 3}
    assert deck.drawn == ["sea"] * 4
    assert deck.draw(("sea",) * count, None).params == {"label": "bag", "left": 0}
    assert deck.drawn == ["sea"] * 4


def test_without_chance_only_what_is_left_can_be_drawn() -> None:
    deck = _deck()
    assert not deck.draw(("forest",), None)
    assert deck.draw(("forest",), None).text == "'forest' is not left in bag"
    assert not _deck().draw(("sea", "sea"), None)
    assert _deck({"sea": 2, "forest": 2}).draw(("sea",) * 3, None).text == "'sea' is not left in bag"


def test_with_chance_the_first_draw_that_differs_is_named() -> None:
    chance = Chance(bytes(32))
    order = chance.shuffle("bag", laid_out(POOL))
    deck = _deck()
    assert not deck.draw(order[:1], chance)
    swapped = (order[1], "lava")
    assert deck.draw(swapped, chance).text == f"draw 3 of bag is shown as 'lava', chance gives {order[2]!r}"
    assert not _deck().draw(order, chance)


def test_each_shuffle_has_a_stream_of_its_own() -> None:
    deck = _deck()
    assert deck.name == "bag"
    deck.draw(("sea",), None)
    assert not deck.shuffle({"sea": 1})
    assert (deck.name, deck.drawn, deck.shuffled) == ("bag#2", [], 4)
    assert deck.orders == {"bag": ["sea"], "bag#2": []}


def test_all_shuffles_of_a_label_together_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck_draws, "MAX_DRAWS", 6)
    deck = _deck()
    assert not deck.shuffle(POOL)
    assert deck.shuffle({"sea": 1}).text == "bag is shuffled too often"


@pytest.mark.parametrize("pool", [None, {"sea": -1}, {"sea": 4_097}])
def test_a_pool_that_cannot_be_is_not_shuffled(pool: dict[str, int] | None) -> None:
    assert DeckDraws("bag").shuffle(pool).text == "the pool of bag cannot be"


def test_a_copy_draws_on_by_itself() -> None:
    deck, copy = _deck(), DeckDraws("bag")
    deck.draw(("sea",), None)
    copy.copy_from(deck)
    assert not copy.draw(("sea",), None)
    assert (deck.drawn, copy.drawn) == (["sea"], ["sea", "sea"])
    assert copy.draw(("sea",), None).text == "'sea' is not left in bag"
    assert not deck.draw(("forest",), None)

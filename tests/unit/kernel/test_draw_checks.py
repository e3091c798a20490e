"""What a draw checker says of single fields: each check, in its conditions and just outside of them."""

from typing import Any

import pytest

from clio.kernel.integrity.chance import Chance
from clio.kernel.integrity.draw_table import DeckDraw, Draw, FirstOfEachDraw, NumberDraw, Shown, fields_of, pools_of
from clio.kernel.match.draw_checker import DrawChecker

CHANCE = Chance(bytes(32))
NUMBER = NumberDraw("first", Shown("Laid", "seat"), option=("first", "random"))
GROUPS = FirstOfEachDraw("opening", Shown("Laid", "pool"), Shown("Laid", "shown"), (("a",), ("b-",)))
DECK = DeckDraw(
    "deck",
    Shown("Laid", "cards"),
    (Shown("Drawn", "card", ("kind", "card")), Shown("Dealt", "hand")),
    less=Shown("Laid", "out"),
    refill=Shown("Refilled", "cards"),
    numbered="shuffle",
)


def checker(*draws: Draw, chance: Chance | None = CHANCE, seats: int = 3, **options: str) -> DrawChecker:
    follower = DrawChecker(draws, options, seats)
    follower.chance = chance
    return follower


def said(follower: DrawChecker, event: str, **fields: Any) -> str:
    return follower.see_fields(event, fields).text


def test_a_number_is_drawn_among_the_seats_or_as_many_as_the_table_says() -> None:
    due = CHANCE.below("first", 3)
    assert said(checker(NUMBER, first="random"), "Laid", seat=due) == ""
    wrong = (due + 1) % 3
    assert said(checker(NUMBER, first="random"), "Laid", seat=wrong) == (
        f"seat is {wrong}, the stream first gives {due}"
    )
    among = NumberDraw("first", Shown("Laid", "seat"), among=1_000)
    assert said(checker(among), "Laid", seat=CHANCE.below("first", 1_000)) == ""
    assert said(checker(NUMBER, first="random"), "Laid") == "the event does not show seat"


def test_a_number_that_is_not_drawn_is_what_the_options_say() -> None:
    assert said(checker(NUMBER, first="2"), "Laid", seat=2) == ""
    assert said(checker(NUMBER, first="2"), "Laid", seat=1) == "seat is 1, the options say 2"
    assert said(checker(NUMBER, first="2"), "Laid", seat="2") == "seat is '2', the options say 2"
    otherwise = NumberDraw("sides", Shown("Laid", "seat"), option=("first", "random"), otherwise=0)
    assert said(checker(otherwise, first="fixed"), "Laid", seat=0) == ""
    assert said(checker(otherwise, first="fixed"), "Laid", seat=1) == "seat is 1, the options say 0"


def test_without_chance_a_number_is_settled() -> None:
    follower = checker(NUMBER, chance=None, first="random")
    assert said(follower, "Laid", seat=2) == ""
    assert follower.known().numbers == {"first": 2}


def test_the_first_of_each_group_is_shown_once() -> None:
    pool = {"a": 3, "b-1": 3, "b-2": 3, "c": 3}
    order = CHANCE.shuffle("opening", tuple(sorted(name for name, count in pool.items() for _ in range(count))))
    first_b = next(tile for tile in order if tile.startswith("b-"))
    due = tuple(sorted(("a", first_b), key=order.index))
    follower = checker(GROUPS)
    assert said(follower, "Laid", pool=pool, shown=due) == ""
    assert said(follower, "Laid", pool=pool, shown=due) == "the pool of opening is shown twice"
    turned = due[::-1]
    assert said(checker(GROUPS), "Laid", pool=pool, shown=turned) == (
        f"shown are {', '.join(turned)}, the shuffle opening gives {', '.join(due)}"
    )
    assert said(checker(GROUPS), "Laid", pool=pool) == "the event does not show shown"
    for impossible in ({"a": -1}, {"a": 4_097}):
        assert said(checker(GROUPS), "Laid", pool=impossible, shown=due) == "the pool of opening cannot be"
    assert said(checker(GROUPS), "Laid", shown=due) == "the pool of opening cannot be"
    settled = checker(GROUPS, chance=None)
    assert said(settled, "Laid", pool=pool, shown=turned) == ""
    assert settled.known().orders == {"opening": turned}


def test_a_deck_has_its_pool_without_what_lies_out() -> None:
    laid = {"cards": {"x": 2, "y": 1}, "out": ("x",)}
    follower = checker(DECK)
    assert said(follower, "Laid", **laid) == ""
    assert said(follower, "Laid", **laid) == "the pool of deck is shown twice"
    assert follower._decks["deck"].items == ("x", "y")
    assert said(checker(DECK), "Laid", cards={"x": 1}, out=("x", "x")) == "'x' is not in the pool of deck"
    assert said(checker(DECK), "Laid", cards={"x": 1}, out=("z",)) == "'z' is not in the pool of deck"
    assert said(checker(DECK), "Laid", cards={"x": 1}) == "the event does not show out"
    assert said(checker(DECK), "Laid", out=()) == "the pool of deck cannot be"


def test_cards_are_drawn_where_the_condition_holds_one_or_several_at_once() -> None:
    follower = checker(DECK, chance=None)
    said(follower, "Laid", cards={"x": 2, "y": 1}, out=())
    assert said(follower, "Drawn", kind="tile", card="z") == ""
    assert said(follower, "Drawn", kind="card", card="x") == ""
    assert said(follower, "Drawn", kind="card") == "the event does not show card"
    assert said(follower, "Dealt", hand=("y", "x")) == ""
    assert follower.known().orders == {"deck": ("x", "y", "x")}
    assert said(follower, "Dealt", hand=("x",)) == "more is drawn from deck than it has left (0)"


def test_a_deck_is_refilled_after_its_pool_was_shown_with_the_next_number() -> None:
    follower = checker(DECK)
    refill = {"cards": {"x": 1}}
    assert said(follower, "Refilled", shuffle=2, **refill) == "deck is shuffled again before its pool is shown"
    said(follower, "Laid", cards={"x": 1}, out=())
    assert said(follower, "Refilled", shuffle=3, **refill) == "shuffle is 3, due is 2"
    assert said(follower, "Refilled", shuffle=1, **refill) == "shuffle is 1, due is 2"
    assert said(follower, "Refilled", shuffle=2, **refill) == ""
    assert said(follower, "Refilled", shuffle=2, **refill) == "shuffle is 2, due is 3"
    assert said(follower, "Refilled", shuffle=3) == "the pool of deck cannot be"


def test_a_checker_wants_the_events_of_its_table_only() -> None:
    follower = checker(DECK)
    assert [follower.wants(event) for event in ("Laid", "Drawn", "Dealt", "Refilled", "Moved")] == [True] * 4 + [False]
    assert said(follower, "Moved", card="z") == ""


def test_a_copy_goes_on_by_itself() -> None:
    follower = checker(NUMBER, GROUPS, DECK, chance=None, first="random")
    said(follower, "Laid", seat=1, pool={"a": 1}, shown=("a",), cards={"x": 2}, out=())
    copy = follower.duplicate()
    assert copy.known() == follower.known()
    assert said(copy, "Dealt", hand=("x",)) == ""
    assert copy.known().orders != follower.known().orders
    assert said(copy, "Laid", seat=1, pool={"a": 1}, shown=("a",)) == "the pool of opening is shown twice"


@pytest.mark.parametrize(
    ("draw", "fields", "pools"),
    [
        (NUMBER, {"Laid": {"seat"}}, {}),
        (GROUPS, {"Laid": {"pool", "shown"}}, {"Laid": ("pool",)}),
        (
            DECK,
            {"Laid": {"cards", "out"}, "Drawn": {"card", "kind"}, "Dealt": {"hand"}, "Refilled": {"cards", "shuffle"}},
            {"Laid": ("cards",), "Refilled": ("cards",)},
        ),
        (
            DeckDraw("deck", Shown("Laid", "cards"), (Shown("Dealt", "hand"),), refill=Shown("Refilled", "cards")),
            {"Laid": {"cards"}, "Dealt": {"hand"}, "Refilled": {"cards"}},
            {"Laid": ("cards",), "Refilled": ("cards",)},
        ),
        (
            DeckDraw("deck", Shown("Laid", "cards"), (Shown("Dealt", "hand"),), numbered="shuffle"),
            {"Laid": {"cards"}, "Dealt": {"hand"}},
            {"Laid": ("cards",)},
        ),
    ],
)
def test_a_table_names_every_field_and_every_pool(
    draw: Draw, fields: dict[str, set[str]], pools: dict[str, tuple[str, ...]]
) -> None:
    assert fields_of((draw,)) == fields
    assert pools_of((draw,)) == pools

"""A draw table that a record or a plug-in brings is bounded and well-formed: each limit, at it and beyond it."""

from typing import Any

import pytest
from msgspec.structs import replace

from clio.games.registry import BUILT_IN
from clio.kernel.integrity.draw_rows import (
    DrawRow,
    PoolField,
    RefillField,
    RowCondition,
    RowGroup,
    RowOption,
    ShownField,
    digest_of,
    forms_of,
    to_draws,
)
from clio.kernel.integrity.draw_table import fields_of, pools_of
from clio.kernel.integrity.draw_table_validation import fault_in
from clio.kernel.limits import MAX_ROW_MEMBERS, MAX_ROW_NUMBER, MAX_ROW_TEXT, MAX_ROWS

NUMBER = DrawRow("number", "first", (ShownField("Laid", "seat"),))
DECK = DrawRow("deck", "bag", (ShownField("Drawn", "tiles", is_list=True),), pool=PoolField("Laid", "pool"))
GROUPS = DrawRow(
    "first_of_each",
    "start",
    (ShownField("Laid", "tiles", is_list=True),),
    pool=PoolField("Laid", "pool"),
    groups=(RowGroup(("a", "b-")),),
)


def test_the_limits_are_those_of_the_page() -> None:
    """docs/record.md, "The rows of a draw table"."""
    assert (MAX_ROWS, MAX_ROW_MEMBERS, MAX_ROW_TEXT, MAX_ROW_NUMBER) == (64, 64, 128, 1_000_000)


def changed(row: DrawRow, **changes: Any) -> DrawRow:
    return replace(row, **changes)


WITHIN = [
    NUMBER,
    DECK,
    GROUPS,
    changed(NUMBER, among=1),
    changed(NUMBER, among=1_000_000, otherwise=0),
    changed(NUMBER, otherwise=1_000_000, drawn_if=RowOption("o", "v" * 128)),
    changed(NUMBER, label="l" * 64),
    changed(DECK, shown=tuple(ShownField("Drawn", f"tile{number}") for number in range(64))),
    changed(DECK, shown=(ShownField("Drawn", "tile", where=RowCondition("deck", "v" * 128)),)),
    changed(DECK, less="out", refill=RefillField("Refilled", "pool", "shuffle")),
    changed(GROUPS, groups=(RowGroup(("a",)),) * 64),
    changed(GROUPS, groups=(RowGroup(("a" * 128,) * 64),)),
]
BEYOND = [
    changed(NUMBER, among=0),
    changed(NUMBER, among=1_000_001),
    changed(NUMBER, otherwise=-1),
    changed(NUMBER, otherwise=1_000_001),
    changed(NUMBER, drawn_if=RowOption("", "v")),
    changed(NUMBER, drawn_if=RowOption("o", "v" * 129)),
    changed(NUMBER, label=""),
    changed(NUMBER, label="l" * 65),
    changed(NUMBER, label="L"),
    changed(NUMBER, shown=()),
    changed(NUMBER, shown=NUMBER.shown * 2),
    changed(NUMBER, shown=(ShownField("Laid", "seats", is_list=True),)),
    changed(NUMBER, shown=(ShownField("laid", "seat"),)),
    changed(NUMBER, shown=(ShownField("Laid", "Seat"),)),
    changed(NUMBER, shown=(ShownField("Laid", "seat", where=RowCondition("deck", "x")),)),
    changed(NUMBER, pool=DECK.pool),
    changed(DECK, pool=NUMBER.pool),
    changed(DECK, shown=()),
    changed(DECK, shown=tuple(ShownField("Drawn", f"tile{number}") for number in range(65))),
    changed(DECK, shown=(ShownField("Drawn", "tile", where=RowCondition("Deck", "x")),)),
    changed(DECK, shown=(ShownField("Drawn", "tile", where=RowCondition("deck", "")),)),
    changed(DECK, shown=(ShownField("Drawn", "tile", where=RowCondition("deck", "v" * 129)),)),
    changed(DECK, among=2),
    changed(DECK, less="Out"),
    changed(DECK, refill=RefillField("Refilled", "pool", "Shuffle")),
    changed(GROUPS, groups=NUMBER.groups),
    changed(GROUPS, groups=(RowGroup(("a",)),) * 65),
    changed(GROUPS, groups=(RowGroup(()),)),
    changed(GROUPS, groups=(RowGroup(("a",) * 65),)),
    changed(GROUPS, groups=(RowGroup(("a" * 129,)),)),
    changed(GROUPS, groups=(RowGroup(("a", "")),)),
    changed(GROUPS, shown=(ShownField("Laid", "tile"),)),
    changed(GROUPS, shown=(ShownField("Drawn", "tiles", is_list=True),)),
    changed(GROUPS, shown=GROUPS.shown * 2),
]


@pytest.mark.parametrize("row", WITHIN)
def test_a_row_within_the_limits_is_one(row: DrawRow) -> None:
    assert not fault_in((row,))


@pytest.mark.parametrize("row", BEYOND)
def test_a_row_beyond_a_limit_or_of_another_kind_is_none(row: DrawRow) -> None:
    assert fault_in((row,))
    assert fault_in((changed(NUMBER, label="before"), row))


def test_a_table_has_at_most_64_rows_each_with_a_label_of_its_own() -> None:
    rows = tuple(changed(NUMBER, label=f"n{number}") for number in range(65))
    assert not fault_in(())
    assert not fault_in(rows[:64])
    assert fault_in(rows)
    assert fault_in((NUMBER, NUMBER))


def test_no_field_has_two_forms() -> None:
    assert not fault_in((DECK, changed(DECK, label="bag2")))
    assert fault_in((DECK, changed(NUMBER, shown=(ShownField("Drawn", "tiles"),))))
    assert fault_in((changed(DECK, less="pool"),))
    assert fault_in((changed(DECK, refill=RefillField("Laid", "more", "pool")),))


def test_the_forms_of_fields_follow_from_the_rows() -> None:
    deck = changed(
        DECK,
        shown=(*DECK.shown, ShownField("Flipped", "tile")),
        less="out",
        refill=RefillField("Refilled", "pool", "shuffle"),
    )
    assert forms_of((NUMBER, deck)) == {
        "Laid": {"seat": "integer", "pool": "pool", "out": "texts"},
        "Drawn": {"tiles": "texts"},
        "Flipped": {"tile": "text"},
        "Refilled": {"pool": "pool", "shuffle": "integer"},
    }


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_rows_describe_the_whole_table_of_a_game(name: str) -> None:
    game = BUILT_IN[name]
    rows = game.draw_rows()
    assert to_draws(rows) == game.draws
    assert len({digest_of(rows), digest_of(rows[1:]), digest_of(())}) == 3
    named = {(event, field) for event, fields in forms_of(rows).items() for field in fields}
    conditions = {(shown.event, shown.where.field) for row in rows for shown in row.shown if shown.where}
    told = {(event, field) for event, fields in fields_of(game.draws).items() for field in fields}
    assert named | conditions == told
    pools = {(event, field) for event, fields in pools_of(game.draws).items() for field in fields}
    assert pools == {
        (event, field) for event, fields in forms_of(rows).items() for field in fields if fields[field] == "pool"
    }


def test_a_row_becomes_the_draw_that_it_describes() -> None:
    (plain,) = to_draws((NUMBER,))
    (chosen,) = to_draws((changed(NUMBER, among=3, drawn_if=RowOption("sides", "random"), otherwise=0),))
    assert (plain.among, plain.option, plain.otherwise) == (0, None, None)  # type: ignore[union-attr]
    assert (chosen.among, chosen.option, chosen.otherwise) == (3, ("sides", "random"), 0)  # type: ignore[union-attr]
    (bag,) = to_draws((DECK,))
    assert (bag.less, bag.refill, bag.numbered) == (None, None, "")  # type: ignore[union-attr]

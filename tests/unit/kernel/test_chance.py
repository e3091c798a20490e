"""How numbers and orders follow from the words of a label."""

from collections.abc import Iterator
from struct import pack

import pytest

from clio.kernel.integrity.chance import Chance, Known, entropy_commitment, match_seed, seed_commitment

WORD = 2**64


class Loaded(Chance):
    """Chance whose words are given; zeros follow them."""

    def __init__(self, *words: int) -> None:
        super().__init__(bytes(32))
        self._given = words

    def _blocks(self, label: str) -> Iterator[bytes]:
        del label
        words = [*self._given, *[0] * 64]
        for start in range(0, len(words), 4):
            yield pack(">4Q", *words[start : start + 4])


def test_a_number_is_the_remainder_of_the_first_word() -> None:
    assert Loaded(17, 3).below("seat", 5) == 2
    assert Loaded(WORD - 1).below("seat", 2) == 1


@pytest.mark.parametrize("bound", [3, 10, 2**63 + 1, WORD - 1])
def test_a_word_beyond_the_last_whole_multiple_of_the_bound_is_skipped(bound: int) -> None:
    """Otherwise small numbers would come up more often."""
    last = WORD // bound * bound
    assert Loaded(last - 1, 7).below("seat", bound) == bound - 1
    assert Loaded(last, 2).below("seat", bound) == 2
    assert Loaded(WORD - 1, last, 1).below("seat", bound) == 1


def test_a_shuffle_swaps_from_the_end_by_one_word_each() -> None:
    """docs/record.md: the last place first, with the place that the word names."""
    assert Loaded(0, 0, 0).shuffle("bag", ("d", "c", "b", "a")) == ("b", "c", "d", "a")
    assert Loaded(3, 2, 1).shuffle("bag", ("a", "b", "c", "d")) == ("a", "b", "c", "d")
    assert Loaded(7).shuffle("bag", ()) == ()
    assert Loaded(7).shuffle("bag", ("a",)) == ("a",)


def test_a_shuffle_skips_a_word_beyond_the_last_whole_multiple() -> None:
    """Of three: 2^64 - 1 is a multiple of three, so the word of that number is the first that is skipped."""
    items = ("a", "b", "c")
    assert Loaded(WORD - 1, 2, 1).shuffle("bag", items) == items
    assert Loaded(WORD - 2, 1).shuffle("bag", items) == items
    assert Loaded(WORD - 1, 0, 1).shuffle("bag", items) == Loaded(0, 1).shuffle("bag", items) == ("c", "b", "a")


def test_a_list_that_has_changed_is_shuffled_again() -> None:
    chance, items = Chance(bytes(32)), ["a", "b"]
    assert len(chance.shuffle("bag", items)) == 2
    items.append("c")
    assert sorted(chance.shuffle("bag", items)) == items


def test_what_is_known_stands_first_and_the_rest_is_shuffled() -> None:
    chance = Chance(bytes(32), Known({"bag": ("c", "a")}, {"seat": 4}))
    assert chance.below("seat", 2) == 4
    assert chance.below("other", 1) == 0
    order = chance.shuffle("bag", ("a", "a", "b", "c", "d"))
    assert (order[:2], sorted(order[2:])) == (("c", "a"), ["a", "b", "d"])
    with pytest.raises(ValueError, match="more was drawn"):
        chance.shuffle("bag", ("a", "b"))
    assert chance.shuffle("bag", ("c", "a")) == ("c", "a")


def test_commitments_bind_match_seat_and_secret() -> None:
    known = entropy_commitment("m", 1, b"secret")
    others = {entropy_commitment(*other) for other in (("n", 1, b"secret"), ("m", 0, b"secret"), ("m", 1, b"other"))}
    assert len(others | {known}) == 4
    assert seed_commitment("m", bytes(32)) != seed_commitment("n", bytes(32))
    assert match_seed("m", bytes(32), (b"a", b"bc")) != match_seed("m", bytes(32), (b"ab", b"c"))

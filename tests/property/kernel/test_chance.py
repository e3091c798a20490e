"""Chance is fair, and nobody's."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from clio.kernel.integrity.chance import Chance, match_seed

seeds = st.binary(min_size=32, max_size=32)


@given(seeds, st.lists(st.sampled_from("abcd"), max_size=30))
def test_a_shuffle_keeps_every_item(seed: bytes, items: list[str]) -> None:
    assert Counter(Chance(seed).shuffle("bag", items)) == Counter(items)


@given(seeds, st.integers(1, 2**64))
def test_a_bounded_number_stays_below_its_bound(seed: bytes, bound: int) -> None:
    assert 0 <= Chance(seed).below("x", bound) < bound


@given(seeds, st.lists(st.binary(max_size=64), min_size=1, max_size=4), st.data())
def test_every_seats_entropy_changes_the_match_seed(seed: bytes, entropies: list[bytes], data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, len(entropies) - 1))
    other = data.draw(st.binary(max_size=64).filter(lambda entropy: entropy != entropies[seat]))
    changed = [*entropies[:seat], other, *entropies[seat + 1 :]]
    assert match_seed("m", seed, entropies) != match_seed("m", seed, changed)


def test_every_order_of_four_comes_up_about_equally_often() -> None:
    counts = Counter(Chance(bytes([0] * 30) + n.to_bytes(2, "big")).shuffle("s", "abcd") for n in range(4800))
    assert len(counts) == 24
    assert all(140 <= count <= 260 for count in counts.values()), counts


def test_what_was_only_tried_out_does_not_change_a_later_order() -> None:
    tried, plain = Chance(bytes(32)), Chance(bytes(32))
    tried.shuffle("deck#2", ("a", "b", "c"))
    for items in (("a", "b", "c", "d"), ("x", "y"), ("a", "b", "c")):
        assert tried.shuffle("deck#2", items) == plain._shuffled("deck#2", items)
        assert tried.shuffle("deck#2", list(items)) == plain._shuffled("deck#2", items)

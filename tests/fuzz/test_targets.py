"""Records and notation from strangers: nothing but the documented refusals, whatever the bytes."""

import importlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.messages import broken
from tests.fuzz.regression_inputs import TARGETS, kept

EXAMPLES = 60


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_holds_on_its_seeds_and_on_all_inputs_kept(target: str) -> None:
    module = importlib.import_module(f"tests.fuzz.targets.{target}")
    for data in (*module.SEEDS, *kept(target).values()):
        module.one(data)


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_holds_on_any_bytes_and_on_damaged_seeds(target: str) -> None:
    module = importlib.import_module(f"tests.fuzz.targets.{target}")
    seeds = (*module.SEEDS, *kept(target).values())

    @settings(max_examples=EXAMPLES)
    @given(st.one_of(st.binary(max_size=200), st.text(max_size=80).map(str.encode)), st.integers(0, 2**32))
    def holds(data: bytes, dice: int) -> None:
        module.one(data)
        rng = random.Random(dice)
        module.one(broken(rng, rng.choice(seeds)))

    holds()

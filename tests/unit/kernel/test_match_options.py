"""Seats and options with which a match is opened, and the sentences that list what is allowed."""

import pytest

from clio.games.registry import GAMES
from clio.kernel.match.match_options import check_opening, spoken, with_defaults


@pytest.mark.parametrize(
    ("values", "text"),
    [((2,), "2"), ((1, 2), "1 or 2"), ((1, 2, 3, 4), "1, 2, 3 or 4"), (("a", "b", "c"), "a, b or c")],
)
def test_values_are_listed_as_in_a_sentence(values: tuple[int, ...] | tuple[str, ...], text: str) -> None:
    assert spoken(values) == text


def test_a_refusal_names_what_is_allowed() -> None:
    akros = GAMES["akros"]
    refused = check_opening(akros, {}, 3)
    assert refused is not None
    assert refused.sentence == "Akros is for 2 players, not 3."
    refused = check_opening(akros, {"sides": "left"}, 2)
    assert refused is not None
    assert refused.sentence == "The option sides takes seat-0-jinn or random, not left."
    refused = check_opening(akros, {"colour": "red"}, 2)
    assert refused is not None
    assert refused.sentence == "Akros has no option called colour."
    assert check_opening(akros, {}, 2) is None


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_options_that_are_not_given_have_their_defaults(game: object) -> None:
    defaults = with_defaults(game, {})  # type: ignore[arg-type]
    assert defaults == {option.name: option.default for option in game.options}  # type: ignore[attr-defined]
    for option in game.options:  # type: ignore[attr-defined]
        for value in option.values:
            assert with_defaults(game, {option.name: value})[option.name] == value  # type: ignore[arg-type]

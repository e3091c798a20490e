"""Text that other players see: every reason to refuse one, at its limit and just inside it."""

import unicodedata

import pytest

from clio.kernel.visible_text import MAX_MARKS, is_far_too_long, is_visible, normalised, refusal_of_text

MOST = 8
LENGTH = "A {what} has 1 to {most} characters."
INVISIBLE = "A {what} may have visible characters and single spaces only."
BLANKS = "A {what} must not begin or end with a space, nor have two in a row."
ACCENTS = "A {what} has at most {most} accents on a letter, and none without one."
MARK, OTHER = "\u0300", "\u0301"


def _why(text: str) -> str:
    refusal = refusal_of_text("CLIO-NAME", "name", normalised(text), MOST)
    if refusal is None:
        return ""
    assert refusal.rule == "CLIO-NAME"
    assert refusal.params["what"] == "name"
    return refusal.reason


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A", ""),
        ("A" * MOST, ""),
        ("A B C", ""),
        ("", LENGTH),
        ("A" * (MOST + 1), LENGTH),
        (" A", BLANKS),
        ("A ", BLANKS),
        ("A  B", BLANKS),
        (" ", BLANKS),
        ("A\nB", INVISIBLE),
        ("A\u00a0B", INVISIBLE),
        ("A\u200bB", INVISIBLE),
        ("A\ue000", INVISIBLE),
    ],
)
def test_a_text_is_visible_of_some_length_and_has_single_blanks_inside(text: str, why: str) -> None:
    assert _why(text) == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("q" + (MARK + OTHER) * (MAX_MARKS // 2), ""),
        ("q" + (MARK + OTHER) * (MAX_MARKS // 2) + MARK, ACCENTS),
        ("q" + MARK * 2, ACCENTS),
        ("a" + OTHER + "b" + OTHER, ""),
        ("a" + MARK + OTHER + MARK + "b" + OTHER + MARK + OTHER, ""),
        (MARK + "a", ACCENTS),
        ("a " + MARK, ACCENTS),
    ],
)
def test_a_letter_has_few_accents_all_different_from_the_one_before(text: str, why: str) -> None:
    assert _why(text) == why


def test_the_limit_is_named() -> None:
    for text, most in (("A" * (MOST + 1), MOST), (MARK, MAX_MARKS)):
        refusal = refusal_of_text("CLIO-NAME", "name", text, MOST)
        assert refusal is not None
        assert refusal.params["most"] == most


INVISIBLE_RANGES = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0x16FE4, 0x16FE4),
    (0xE0100, 0xE01EF),
)
"""Code points of Unicode's property Default_Ignorable_Code_Point outside the category Cf that are assigned."""


def test_nothing_that_leaves_no_mark_on_a_screen_is_visible() -> None:
    for first, last in (*INVISIBLE_RANGES, (0x2800, 0x2800), (0xFFFC, 0xFFFD), (0x1D159, 0x1D159), (0x2D7F, 0x2D7F)):
        assert not any(is_visible(chr(code)) for code in range(first, last + 1)), hex(first)
    for code in range(0x3000):
        char = chr(code)
        if unicodedata.category(char)[0] in "CZ":
            assert is_visible(char) is (char == " "), hex(code)


@pytest.mark.parametrize(
    "char",
    "\u034e\u0350\u115e\u1161\u17b3\u17b6\u180a\u1810\u27ff\u2801\u28ff\u2d80\u3163\u3165\ufdff\ufe10\uff9f\uffa1"
    "\U00016fe3\U0001d158\U0001d15a",
)
def test_the_neighbours_of_what_is_invisible_are_visible(char: str) -> None:
    assert is_visible(char)


def test_a_text_is_far_too_long_when_no_normalisation_can_shorten_it_enough() -> None:
    assert not is_far_too_long("A" * 4 * MOST, MOST)
    assert is_far_too_long("A" * (4 * MOST + 1), MOST)

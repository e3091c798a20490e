"""Validation of text that other players see: normalised, visible, and no taller than its line."""

import unicodedata
from typing import Final

from clio.kernel.rejection import Rejection

MAX_MARKS: Final = 4
"""Combining marks on one letter, as UTS #39 advises: more than any living script needs."""
_BLANK: Final = " "
_INVISIBLE: Final = frozenset(
    code
    for first, last in (
        # Default-ignorable code points outside the category Cf, and letters without a glyph.
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2D7F, 0x2D7F),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0x16FE4, 0x16FE4),
        (0xE0100, 0xE01EF),
        # Blank symbols, and replacement characters.
        (0x2800, 0x2800),
        (0xFFFC, 0xFFFD),
        (0x1D159, 0x1D159),
    )
    for code in range(first, last + 1)
)
_MAX_SHRINKING: Final = 4
"""Normalisation shortens a text by this factor at most, so a longer one need not be normalised to be rejected."""


def normalised(text: str) -> str:
    """The text in NFC, the form that records hold."""
    return unicodedata.normalize("NFC", text)


def refusal_of_text(rule: str, what: str, text: str, most: int) -> Rejection | None:
    """Why a normalised text must not be shown to other players; None if it may be."""
    if not 0 < len(text) <= most:
        return Rejection(rule, "A {what} has 1 to {most} characters.", {"what": what, "most": most})
    if not all(is_visible(char) for char in text):
        return Rejection(rule, "A {what} may have visible characters and single spaces only.", {"what": what})
    if text.startswith(_BLANK) or text.endswith(_BLANK) or _BLANK * 2 in text:
        return Rejection(rule, "A {what} must not begin or end with a space, nor have two in a row.", {"what": what})
    if not _has_few_marks(text):
        return Rejection(
            rule,
            "A {what} has at most {most} accents on a letter, and none without one.",
            {"what": what, "most": MAX_MARKS},
        )
    return None


def is_far_too_long(text: str, most: int) -> bool:
    """Whether the text is too long even after normalisation: checked first, to bound the work."""
    return len(text) > _MAX_SHRINKING * most


def is_visible(char: str) -> bool:
    """Whether a character is visible: no control, format, private, unassigned or blank one except the space."""
    category = unicodedata.category(char)
    return char == _BLANK or (category[0] not in "CZ" and ord(char) not in _INVISIBLE)


def _has_few_marks(text: str) -> bool:
    """Whether each letter of the decomposed text has few combining marks, and each mark has a letter."""
    marks, before = MAX_MARKS, _BLANK
    for char in unicodedata.normalize("NFD", text):
        if not unicodedata.category(char).startswith("M"):
            marks = MAX_MARKS if char == _BLANK else 0
        elif marks >= MAX_MARKS or char == before:
            return False
        else:
            marks += 1
        before = char
    return True

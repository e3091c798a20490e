"""Confusable names: compares the skeletons of Unicode's UTS #39, in any letter case."""

import unicodedata
from functools import cache
from importlib.resources import files

import msgspec


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data file: for each prototype, the characters that are confusable with it."""

    notice: str
    version: str
    alike: dict[str, str]


@cache
def _prototypes() -> dict[int, str]:
    """The prototype of each confusable character; loaded when two names are compared for the first time."""
    content = files("clio.kernel").joinpath("confusables.json").read_bytes()
    table = msgspec.json.decode(content, type=_Table)
    return {ord(char): prototype for prototype, chars in table.alike.items() for char in chars}


def skeleton(text: str) -> str:
    """The skeleton of a text as UTS #39 defines it: texts with equal skeletons are confusable."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(_prototypes()))


def are_confusable(one: str, other: str) -> bool:
    """Whether two names are confusable, ignoring case."""
    return bool(_skeletons(one) & _skeletons(other))


def _skeletons(text: str) -> frozenset[str]:
    # NFKC covers wide and ornamental letters, which the table omits. Case is folded both before and after, because a
    # capital may be confusable with a small letter other than its own.
    forms = (text, unicodedata.normalize("NFKC", text))
    before = [skeleton(form.casefold()) for form in forms]
    after = [skeleton(skeleton(form).casefold()) for form in forms]
    return frozenset(before + after)

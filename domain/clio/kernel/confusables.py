"""Names that look alike: the skeletons of Unicode's UTS #39, and letters whose case differs."""

import unicodedata
from functools import cache
from importlib.resources import files

import msgspec


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data file: by what it looks like, every character that does."""

    notice: str
    version: str
    alike: dict[str, str]


@cache
def _looks() -> dict[int, str]:
    """What each confusable character looks like; read when the first two names meet."""
    content = files("clio.kernel").joinpath("confusables.json").read_bytes()
    table = msgspec.json.decode(content, type=_Table)
    return {ord(char): looks_like for looks_like, chars in table.alike.items() for char in chars}


def skeleton(text: str) -> str:
    """What a text looks like: two texts with one skeleton can be taken for each other."""
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", apart.translate(_looks()))


def look_alike(one: str, other: str) -> bool:
    """Whether two names can be taken for each other, in whatever case they are written."""
    return bool(_faces(one) & _faces(other))


def _faces(text: str) -> frozenset[str]:
    # The table leaves wide and ornamental letters to compatibility forms. Folded both before and after: a capital may
    # look like a small letter that is not its own.
    forms = (text, unicodedata.normalize("NFKC", text))
    before = [skeleton(form.casefold()) for form in forms]
    after = [skeleton(skeleton(form).casefold()) for form in forms]
    return frozenset(before + after)

"""Reverse translation of English sentences that other layers have already filled.

A detail of a score is part of the record, and a verdict is made by those who know the rules: both come as English
sentences. The catalog has the templates that they were filled from, with numbered gaps.
"""

import functools
import gettext
import os
import re
import string
from collections.abc import Sequence
from typing import Final, NamedTuple

from clio.cli.i18n.translate import DOMAIN, FOLDER, t

_MANY_SIGNS: Final = 5
"""A template with fewer signs of its own fits too much: what fills it has to be known."""
_DEEPEST: Final = 4
_SEPARATORS: Final = (", ", " and ")
_COUNTED: Final = re.compile(r"(-?\d+ )(.+)")
_VALUE: Final = re.compile(r"-?\d+|['\"].*")
_RULE: Final = re.compile(r"(.+)( \[[A-Z]+(?:-[A-Z0-9]+)+\])")


class _Template(NamedTuple):
    literals: tuple[str, ...]
    pattern: re.Pattern[str]
    names: tuple[str, ...]
    translation: str

    @property
    def signs(self) -> int:
        return sum(len(literal.replace(" ", "")) for literal in self.literals)

    def told(self, sentence: str, depth: int) -> str | None:
        if not all(literal in sentence for literal in self.literals):
            return None
        found = self.pattern.fullmatch(sentence)
        if found is None:
            return None
        told = [part if _VALUE.fullmatch(part) else _told(part, depth + 1) for part in found.groups()]
        if None in told and self.signs < _MANY_SIGNS:
            return None
        parts = [new or old for new, old in zip(told, found.groups(), strict=True)]
        numbered = [part for name, part in zip(self.names, parts, strict=True) if name.isdecimal()]
        named = {name: part for name, part in zip(self.names, parts, strict=True) if not name.isdecimal()}
        return self.translation.format(*numbered, **named)


def translate_sentence(sentence: str) -> str:
    """The sentence in the language spoken; as it is where the catalog does not know it."""
    return _told(sentence, 0) or sentence


def _told(sentence: str, depth: int) -> str | None:
    templates = _templates(os.environ.get("LANGUAGE", ""))
    if not templates or depth > _DEEPEST:
        return None
    if t(sentence) != sentence:
        return t(sentence)
    if named := _RULE.fullmatch(sentence):
        return (_told(named[1], depth + 1) or named[1]) + named[2]
    for template in templates:
        if (told := template.told(sentence, depth)) is not None:
            return told
    return _by_parts(sentence, *_SEPARATORS)


def _by_parts(sentence: str, separator: str = "", *finer: str) -> str | None:
    """A list of words, values and counted things, if all of them are known."""
    if _VALUE.fullmatch(sentence):
        return sentence
    counted = _COUNTED.fullmatch(sentence)
    number, word = counted.groups() if counted else ("", sentence)
    if t(word) != word:
        return f"{number}{t(word)}"
    if not separator:
        return None
    told = [_by_parts(part, *finer) for part in sentence.split(separator)]
    return None if None in told else t(separator).join(filter(None, told))


@functools.cache
def _templates(language: str) -> Sequence[_Template]:
    """All templates of a language, those with the most words of their own first."""
    if not language or not gettext.find(DOMAIN, FOLDER, [language]):
        return ()
    catalog = vars(gettext.translation(DOMAIN, FOLDER, [language]))["_catalog"]
    messages = {message: text for message, text in catalog.items() if isinstance(message, str)}
    found = [_template(message, text) for message, text in messages.items() if _has_gaps(message)]
    return sorted((each for each in found if each.names and each.signs), key=lambda each: each.signs, reverse=True)


def _has_gaps(message: str) -> bool:
    """Whether a sentence can have been filled from it; Click's own, which quote their values, are told by Click."""
    return "{" in message and "!r}" not in message


def _template(message: str, translation: str) -> _Template:
    pieces = [(literal, name) for literal, name, _, _ in string.Formatter().parse(message)]
    pattern = "".join(re.escape(literal) + ("" if name is None else "(.+?)") for literal, name in pieces)
    return _Template(
        tuple(literal for literal, _ in pieces if literal.strip()),
        re.compile(pattern, re.DOTALL),
        tuple(name for _, name in pieces if name is not None),
        translation,
    )

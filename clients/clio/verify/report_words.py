"""Texts of the audit page in the reader's language: names, rules, messages and details of scores."""

import re
from html import escape
from typing import Final, Protocol

import msgspec

from clio.games.registry import GAMES
from clio.kernel.events.lifecycle import Joined, Left
from clio.kernel.match.referee import KERNEL_RULES
from clio.kernel.message import Message, Param
from clio.kernel.outcome import ScoreLine
from clio.kernel.record_format.record import Record

_RULE: Final = re.compile(r"\b[A-Z]{3,}(?:-[A-Z0-9]+)+\b")


class Say(Protocol):
    """Translates a message into the reader's language."""

    def __call__(self, message: str, **values: object) -> str:
        """The translated message with its values."""


def in_english(message: str, **values: object) -> str:
    """Formats a message in English."""
    return message.format(**values) if values else message


class Words:
    """The texts about one record in one language."""

    def __init__(self, record: Record, say: Say) -> None:
        self._record: Final = record
        self._say: Final = say
        self.names: Final = _names(record)
        game = GAMES.get(record.header.game)
        rules = (*KERNEL_RULES.rules, *(game.rulebook.rules if game is not None else ()))
        self._titles: Final = {rule.id: rule.title for rule in rules}

    def with_rules(self, text: str) -> str:
        """A text as HTML, with the title of each rule before its id."""
        # Rule ids have no character that HTML escapes.
        return _RULE.sub(lambda found: self._titled(found.group()), escape(text))

    def _titled(self, rule: str) -> str:
        return f"{escape(self._say(self._titles[rule]))} ({code(rule)})" if rule in self._titles else rule

    def sentence(self, message: Message) -> str:
        """A message with the messages inside it."""
        values = {name: self._value(value) for name, value in message.params.items()}
        return self._say(message.template, **values)

    def _value(self, value: Param) -> object:
        if isinstance(value, Message):
            return self.sentence(value)
        return self._say(value) if isinstance(value, str) else value

    def detail(self, line: ScoreLine) -> str:
        """What a line gives points for; a record of schema 1 has the sentence only."""
        game = GAMES.get(self._record.header.game)
        detail = None if game is None else game.score_details.get(line.detail)
        if detail is None or line.params is msgspec.UNSET:
            return line.detail
        words = {name: self._say(value) if isinstance(value, str) else value for name, value in line.params.items()}
        try:
            for name, (one, several) in detail.counts.items():
                words[name] = self._say(one if line.params[name] == 1 else several, **line.params)
            return self._say(detail.template, **words)
        except (LookupError, ValueError):
            return line.detail

    def who(self, seat: int) -> str:
        """A player's name with the seat."""
        number = self._say("the game") if seat < 0 else self._say("seat {seat}", seat=seat)
        return f"{self.names[seat]} ({number})" if seat in self.names else number


def _names(record: Record) -> dict[int, str]:
    names: dict[int, str] = {}
    for fact in record.facts:
        if isinstance(fact.payload, Joined):
            names[fact.payload.seat] = fact.payload.name
        elif isinstance(fact.payload, Left):
            names.pop(fact.payload.seat, None)
    return names


def without_context(word: str) -> str:
    """A message with a context for translators, which is not printed."""
    return word.rpartition("|")[2]


def code(text: str) -> str:
    """A text of the record as HTML."""
    return f"<code>{escape(text)}</code>"

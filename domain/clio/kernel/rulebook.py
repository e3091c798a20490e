"""Rulebooks: the rules of a game as data. Rejections, scores and tests name a rule by its id."""

from importlib.resources import files
from typing import Literal

import msgspec

Source = Literal["rulebook", "published", "ruling", "reconstruction", "service"]


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule in Clio's own words.

    ``reference`` says where the rulebook's text has it. ``ruling`` is the decision, with its reason, where that text is
    silent or unclear.
    """

    id: str
    title: str
    text: str
    source: Source
    reference: str = ""
    ruling: str = ""


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All rules of a game in reading order."""

    prefix: str
    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        ids = [rule.id for rule in self.rules]
        if len(set(ids)) != len(ids):
            raise ValueError(f"{self.prefix}: a rule id is listed twice")
        if stray := [rule_id for rule_id in ids if not rule_id.startswith(f"{self.prefix}-")]:
            raise ValueError(f"{self.prefix}: ids of another game: {stray}")

    def rule(self, rule_id: str) -> Rule:
        """The rule of that id; KeyError if there is none."""
        for rule in self.rules:
            if rule.id == rule_id:
                return rule
        raise KeyError(rule_id)


def load_rulebook(package: str) -> Rulebook:
    """Loads and checks the ``rulebook.json`` of a package."""
    return msgspec.json.decode(files(package).joinpath("rulebook.json").read_bytes(), type=Rulebook)

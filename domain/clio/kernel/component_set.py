"""Component sets: what is printed on a game's components, as clients need it to draw and explain them."""

import msgspec

from clio.kernel.rulebook import Rulebook


class ComponentText(msgspec.Struct, frozen=True):
    """What a component does, in the words of a rule. Title and text are message ids, as everywhere."""

    rule: str
    title: str
    text: str


class ComponentSet(msgspec.Struct, frozen=True):
    """One data set: its name, its canonical bytes, and the same as the game's typed struct, where it has one."""

    name: str
    digest: str
    """SHA-256 of the content (hex), the digest of the match's ``DataSet``."""
    content: bytes
    components: msgspec.Struct | None = None


def rule_text(rulebook: Rulebook, rule_id: str) -> ComponentText:
    """The text of a component that a rule explains."""
    rule = rulebook.rule(rule_id)
    return ComponentText(rule.id, rule.title, rule.text)

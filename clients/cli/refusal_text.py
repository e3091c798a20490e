"""A refusal in the player's language, with the rule behind it."""

from clients.cli.language import filled, t
from clients.sdk.errors import ClioError
from clio.v1.game_pb2 import Rule


def refusal_in_words(error: ClioError) -> str:
    """The sentence of a refusal."""
    template = error.metadata.get("template", "")
    if not template:
        return t(error.message)
    parts = {key.removeprefix("param."): t(value) for key, value in error.metadata.items() if key.startswith("param.")}
    try:
        return filled(template, **parts)
    except (LookupError, ValueError):
        # A newer server's sentence may have gaps that this client cannot fill.
        return error.message


def rule_in_words(rule: Rule) -> str:
    """A rule with its name."""
    return f"{rule.id}, {t(rule.title)}: {t(rule.text)}"

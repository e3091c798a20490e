"""Suggestions for misspelt names and ids."""

from collections.abc import Iterable
from difflib import get_close_matches

from clio.cli.i18n.translate import filled


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """A question that suggests what the user may have meant; empty where nothing is similar."""
    return _question(given, {name.lower(): name for name in known})


def similar_match(given: str, known: Iterable[str]) -> str:
    """The same for the id of a match, or the beginning of one."""
    return _question(given, {match_id[: len(given)]: match_id for match_id in known})


def _question(given: str, names: dict[str, str]) -> str:
    found = get_close_matches(given.lower(), names, n=1)
    return " " + filled("Did you mean {name}?", name=names[found[0]]) if found else ""

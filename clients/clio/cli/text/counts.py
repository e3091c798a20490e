"""Counts of things in words, each in the form that its number takes."""

from clio.cli.i18n.translate import counted


def matches_in_words(number: int) -> str:
    """A number of matches."""
    return counted("{number} match", "{number} matches", number)


def events_in_words(number: int) -> str:
    """A number of events."""
    return counted("{number} event", "{number} events", number)


def archived_in_words(number: int) -> str:
    """A number of records in an archive."""
    return counted("{number} archived record", "{number} archived records", number)

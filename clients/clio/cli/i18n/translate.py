"""The language of what people read: English as written here, or the one of a catalog."""

import functools
import gettext
import os
from pathlib import Path
from typing import Final

DOMAIN: Final = "clio"
FOLDER: Final = Path(__file__).with_name("locale")


def set_language(language: str) -> None:
    """Says everything in a language from now on, Click's own words included."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, str(FOLDER))
    gettext.textdomain(DOMAIN)
    t.cache_clear()


@functools.cache
def t(message: str) -> str:
    """A message in the language spoken; as it is where the catalog has none."""
    # A catalog answers the empty message with its header.
    return gettext.dgettext(DOMAIN, message) if message else ""


def counted(one: str, several: str, number: int) -> str:
    """How many there are; the messages have the gap ``number``."""
    return filled(one if number == 1 else several, number=number)


def filled(message: str, **values: object) -> str:
    """A message in the language spoken, with its gaps filled."""
    return t(message).format(**values)

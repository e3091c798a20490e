"""Translation of user-visible texts by gettext catalogs; English is the source language."""

import functools
import gettext
import os
from pathlib import Path
from typing import Final

DOMAIN: Final = "clio"
FOLDER: Final = Path(__file__).with_name("locale")


def set_language(language: str) -> None:
    """Sets the language of all texts, Click's included."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, str(FOLDER))
    gettext.textdomain(DOMAIN)
    t.cache_clear()


@functools.cache
def t(message: str) -> str:
    """Translates a message; returns it unchanged where the catalog has no translation."""
    # gettext answers the empty message with the catalog's header.
    return gettext.dgettext(DOMAIN, message) if message else ""


def filled(message: str, **values: object) -> str:
    """Translates a message and fills its placeholders."""
    return t(message).format(**values)


def counted(one: str, several: str, number: int, **values: object) -> str:
    """Translates a message in the plural form of a number; fills its placeholder ``number`` and any others."""
    return gettext.dngettext(DOMAIN, one, several, number).format(number=number, **values)


def gettext_noop(message: str) -> str:
    """Marks a message for extraction; its user translates it."""
    return message

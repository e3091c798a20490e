"""Translation of user-visible texts by gettext catalogs; English is the source language."""

import functools
import gettext
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Protocol, cast

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


class Template(Protocol):
    """A message as data: a template with named gaps, and the values that fill them."""

    @property
    def template(self) -> str:
        """The English template, which is the message's id."""

    @property
    def params(self) -> Mapping[str, object]:
        """The values by name; a value may be a message itself."""


def translated(message: Template) -> str:
    """Translates a message and fills it, with the messages inside it."""
    params = {name: _translated_value(value) for name, value in message.params.items()}
    return t(message.template).format(**params) if params else t(message.template)


def _translated_value(value: object) -> object:
    if isinstance(value, str):
        return t(value)
    return value if isinstance(value, int) else translated(cast("Template", value))


def counted(one: str, several: str, number: int, **values: object) -> str:
    """Translates a message in the plural form of a number; fills its placeholder ``number`` and any others."""
    return gettext.dngettext(DOMAIN, one, several, number).format(number=number, **values)


def gettext_noop(message: str) -> str:
    """Marks a message for extraction; its user translates it."""
    return message

"""Messages as data: a template with named gaps, and the parameters that fill them.

The English template is the message's id, as in gettext: a reader in another language translates the template and then
fills it. Nothing parses a filled sentence.
"""

from collections.abc import Mapping
from typing import TypeAlias, Union

import msgspec

Param: TypeAlias = Union[str, int, "Message"]


class Message(msgspec.Struct, frozen=True):
    """A template and its parameters; a parameter may be a message itself, such as the cause of a failure."""

    template: str = ""
    params: Mapping[str, Param] = {}

    def __bool__(self) -> bool:
        """Whether there is anything to say."""
        return bool(self.template)

    @property
    def text(self) -> str:
        """The message in English."""
        return fill(self.template, self.params)


NO_MESSAGE = Message()


class MessageError(Exception):
    """An error that carries a message."""

    def __init__(self, template: str | Message, /, **params: Param) -> None:
        self.message = template if isinstance(template, Message) else Message(template, params)
        super().__init__(self.message.template)

    def __str__(self) -> str:
        return self.message.text


def message(template: str, /, **params: Param) -> Message:
    """Makes a message."""
    return Message(template, params)


def fill(template: str, params: Mapping[str, Param]) -> str:
    """Fills a template with its parameters in English."""
    if not params:
        return template
    return template.format(
        **{name: value.text if isinstance(value, Message) else value for name, value in params.items()}
    )

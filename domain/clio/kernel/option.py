"""Options of a match: named choices with a type, made when the match is opened. Records hold their texts."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

import msgspec

Options: TypeAlias = Mapping[str, str]
OptionKind = Literal["choice", "int", "bool"]
OptionValue: TypeAlias = bool | int | str
TRUE: Final = "true"
FALSE: Final = "false"


class Option(msgspec.Struct, frozen=True):
    """A choice made when a match is opened: one of ``values``. ``check_options`` can forbid combinations.

    ``kind`` is the type of the value. A record holds every value as its text: ``true``, ``6``, ``standard``.
    """

    name: str
    default: str
    values: tuple[str, ...]
    help: str
    kind: OptionKind = "choice"

    def __post_init__(self) -> None:
        if self.default not in self.values or len(set(self.values)) != len(self.values):
            raise ValueError(f"the option {self.name} has a default that is no value, or a value twice")

    def typed(self, options: Options) -> OptionValue:
        """The option's value in its own type."""
        text = options.get(self.name, self.default)
        if self.kind == "int":
            return int(text)
        return text == TRUE if self.kind == "bool" else text


def bool_option(name: str, *, default: bool, help: str) -> Option:  # noqa: A002 (as the field)
    """An option that is on or off."""
    return Option(name, TRUE if default else FALSE, (FALSE, TRUE), help, "bool")


def int_option(name: str, *, default: int, values: Iterable[int], help: str) -> Option:  # noqa: A002 (as the field)
    """An option that is one of several numbers."""
    return Option(name, str(default), tuple(map(str, values)), help, "int")


def choice_option(name: str, *, default: str, values: Iterable[str], help: str) -> Option:  # noqa: A002 (as the field)
    """An option that is one of several words."""
    return Option(name, default, tuple(values), help)

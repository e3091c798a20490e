"""Texts of games that Clio does not ship: their fields by name, in the game's own words."""

from collections.abc import Mapping

from clio.cli.i18n.translate import t
from clio.cli.render.struct_values import StructValue
from clio.cli.text.message_text import Names, label, seat_name

_MAX_LISTED = 24


def fields_in_words(fields: Mapping[str, StructValue], names: Names, but: frozenset[str] = frozenset()) -> str:
    """Formats every non-empty field with its name."""
    parts = []
    for name, value in fields.items():
        if name in but or value in (None, [], {}):
            continue
        if value is True:
            parts.append(t(label(name)))
        elif value is not False:
            parts.append(f"{t(label(name))} {value_in_words(name, value, names)}")
    return "; ".join(parts)


def value_in_words(name: str, value: StructValue, names: Names) -> str:
    """Formats a value; a field called ``seat`` or ``…_seat`` names its player."""
    match value:
        case bool():
            return t("yes") if value else t("no")
        case int() if name == "seat" or name.endswith("_seat"):
            return seat_name(value, names)
        case list():
            shown = [value_in_words("", item, names) for item in value[:_MAX_LISTED]]
            return ", ".join([*shown, "…"] if len(value) > _MAX_LISTED else shown)
        case dict():
            return f"({fields_in_words(value, names)})"
        case _:
            return str(value)

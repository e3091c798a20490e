"""Styles by name, in a palette for every kind of colour vision; colour is never the only mark of a thing."""

from typing import Final

PLAIN: Final = ""
DIM: Final = "dim"
BOLD: Final = "bold"
LAST: Final = "last"
TARGET: Final = "target"
CHOSEN: Final = "chosen"
SELECTED: Final = "selected"

# The eight colours of Okabe and Ito.
_ORANGE: Final = "#e69f00"
_SKY: Final = "#56b4e9"
_GREEN: Final = "#009e73"
_YELLOW: Final = "#f0e442"
_BLUE: Final = "#0072b2"
_RED: Final = "#d55e00"
_PURPLE: Final = "#cc79a7"
_GREY: Final = "#999999"

_STYLES: Final = {
    PLAIN: "",
    DIM: "dim",
    BOLD: "bold",
    LAST: "bold underline",
    TARGET: f"bold {_YELLOW}",
    CHOSEN: "reverse bold",
    SELECTED: f"bold #000000 on {_YELLOW}",
    "forest": _GREEN,
    "mountain": _ORANGE,
    "sea": _SKY,
    "jinn": f"bold {_PURPLE}",
    "ifrit": f"bold {_RED}",
    "contested": f"bold {_YELLOW}",
    "red": _RED,
    "green": _GREEN,
    "yellow": _YELLOW,
    "blue": _SKY,
    "brown": _ORANGE,
    "purple": _PURPLE,
    "orange": _ORANGE,
    "grey": _GREY,
    "land0": "#c2a878",
    "land1": "#a8b878",
    "land2": "#c89a80",
    "land3": "#8fb0a0",
    "land4": "#b8a0b8",
    "land5": "#d0b860",
    "route": _BLUE,
    "volcano": _ORANGE,
    "lake": _SKY,
    "tree": _GREEN,
    "seat0": f"bold {_SKY}",
    "seat1": f"bold {_RED}",
    "seat2": f"bold {_GREEN}",
    "seat3": f"bold {_PURPLE}",
    "landslide": _RED,
}


def rich_style(name: str) -> str:
    """Translates a style to Rich's; several names, separated by blanks, are combined."""
    return " ".join(filter(None, (_STYLES[part] for part in name.split())))


def seat_style(seat: int) -> str:
    """The style of a seat; plain for a seat that the game itself plays."""
    return f"seat{seat}" if f"seat{seat}" in _STYLES else PLAIN

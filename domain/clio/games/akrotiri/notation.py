"""The notation of moves, one line of text."""

import re
from collections.abc import Callable
from typing import Final

from clio.games.akrotiri.data_validation import DIFFICULTIES
from clio.games.akrotiri.geometry.grid import CORNER_NAMED, ROTATION_NAMED
from clio.games.akrotiri.moves import (
    AkrotiriMove,
    BuyMaps,
    ConsultOracle,
    DockBoat,
    EndTurn,
    Excavate,
    KeepGoal,
    Load,
    PassBoat,
    PlaceCube,
    PlayTile,
    Portage,
    Sail,
    Sell,
    TakeGoal,
    Unload,
)
from clio.kernel.rejection import Rejection

_CELL: Final = r"(-?\d{1,4}),(-?\d{1,4})"
_DOCK: Final = r"d(\d{1,4})"
_NAME: Final = r"([a-z0-9-]+)"
_COLOUR: Final = r"(orange|blue|green|grey)"
_CORNER: Final = r"(nw|ne|se|sw)"


def format_move(move: AkrotiriMove) -> str:  # noqa: C901, PLR0912 (one line for each move)
    """The move in notation."""
    match move:
        case PlayTile(x, y, rotation):
            return f"tile {x},{y} {rotation}"
        case PlaceCube(colour, corner):
            return f"cube {colour} {corner}"
        case KeepGoal(goal):
            return f"keep {goal}"
        case TakeGoal(goal):
            return f"take {goal}"
        case DockBoat(dock):
            return f"dock d{dock}"
        case Sail(dock):
            return f"sail d{dock}"
        case Portage(dock):
            return f"portage d{dock}"
        case PassBoat(via, by, dock):
            return f"pass d{via} {by} d{dock}"
        case Load(cubes):
            return f"load {' '.join(cubes)}"
        case Unload(cube):
            return f"unload {cube}"
        case Sell(cube):
            return f"sell {cube}"
        case BuyMaps(easy, medium, hard):
            return " ".join(["buy", *["easy"] * easy, *["medium"] * medium, *["hard"] * hard])
        case ConsultOracle(terrain):
            return f"oracle {terrain}"
        case Excavate(card, x, y, corner):
            return f"dig {card} @ {x},{y} {corner}"
        case EndTurn():
            return "end"


def _buy(words: str) -> BuyMaps:
    named = words.split()
    easy, medium, hard = (named.count(difficulty) for difficulty in DIFFICULTIES)
    return BuyMaps(easy, medium, hard)


_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[..., AkrotiriMove]], ...]] = tuple(
    (re.compile(pattern), make)
    for pattern, make in (
        (rf"tile {_CELL} (r0|r90|r180|r270)", lambda x, y, turn: PlayTile(int(x), int(y), ROTATION_NAMED[turn])),
        (rf"cube {_COLOUR} {_CORNER}", lambda colour, corner: PlaceCube(colour, CORNER_NAMED[corner])),
        (rf"keep {_NAME}", KeepGoal),
        (rf"take {_NAME}", TakeGoal),
        (rf"dock {_DOCK}", lambda dock: DockBoat(int(dock))),
        (rf"sail {_DOCK}", lambda dock: Sail(int(dock))),
        (rf"portage {_DOCK}", lambda dock: Portage(int(dock))),
        (rf"pass {_DOCK} (sail|portage) {_DOCK}", lambda via, by, dock: PassBoat(int(via), by, int(dock))),
        (r"load((?: (?:orange|blue|green|grey)){1,9})", lambda cubes: Load(tuple(sorted(cubes.split())))),
        (rf"unload {_COLOUR}", Unload),
        (rf"sell {_COLOUR}", Sell),
        (r"buy((?: (?:easy|medium|hard)){1,9})", _buy),
        (r"oracle (volcano|lake|tree|mountain)", ConsultOracle),
        (
            rf"dig {_NAME} @ {_CELL} {_CORNER}",
            lambda card, x, y, corner: Excavate(card, int(x), int(y), CORNER_NAMED[corner]),
        ),
        (r"end", EndTurn),
    )
)


def parse_move(text: str) -> AkrotiriMove | Rejection:
    """Parses a move, ignoring extra blanks and letter case."""
    line = " ".join(text.lower().split())
    for pattern, make in _FORMS:
        if found := pattern.fullmatch(line):
            return make(*found.groups())
    return Rejection(
        "AKT-NOTATION",
        "This is not a move; write one like {examples}.",
        {"examples": "tile 2,-1 r90 · cube blue se · sail d14 · dig easy-4 @ 3,1 nw · end"},
    )

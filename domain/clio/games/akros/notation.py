"""The notation of moves, one line of text: ``keep mountain``, or ``place 4>0`` to move a servant from region 4 to 0."""

import re
from typing import Final

from clio.games.akros.board import ENVIRONMENTS
from clio.games.akros.components import BOARDS
from clio.games.akros.moves import Keep, Move, Place
from clio.kernel.rejection import Rejection

_RULE: Final = "AKS-NOTATION"
_SIZE: Final = max(board.size for board in BOARDS.values())
_PLACE: Final = re.compile(r"place ([0-9]{1,3})>([0-9]{1,3})")


def format_move(move: Move) -> str:
    """The move in notation."""
    return f"keep {move.tile}" if isinstance(move, Keep) else f"place {move.origin}>{move.target}"


def parse_move(text: str) -> Move | Rejection:
    """Parses a move."""
    line = text.strip().lower()
    if line.removeprefix("keep ") in ENVIRONMENTS and line.startswith("keep "):
        return Keep(line.removeprefix("keep "))
    if found := _PLACE.fullmatch(line):
        place = Place(int(found[1]), int(found[2]))
        region = max(place.origin, place.target)
        return place if region < _SIZE else Rejection(_RULE, "No board has a region {region}.", {"region": region})
    return Rejection(
        _RULE,
        "A move reads 'keep {tiles}' or 'place 4>0', from region 4 to region 0.",
        {"tiles": "|".join(ENVIRONMENTS)},
    )

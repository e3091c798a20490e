"""The notation of moves: ``take statues caryatid sphinx``, ``take mosaics -``, ``digger mosaic-red``, ``end``."""

from collections.abc import Callable
from typing import Final

from clio.games.amphipolis.components import INDEX, SPAN
from clio.games.amphipolis.moves import (
    EndTurn,
    Move,
    PassTurn,
    Take,
    UseArchaeologist,
    UseAssistant,
    UseDigger,
    UseProfessor,
)
from clio.kernel.rejection import Rejection

_NONE: Final = "-"
_TEAM: Final[dict[str, Callable[[tuple[str, ...]], Move]]] = {
    "archaeologist": UseArchaeologist,
    "digger": UseDigger,
    "professor": UseProfessor,
}
_WORD: Final = {UseArchaeologist: "archaeologist", UseDigger: "digger", UseProfessor: "professor"}


def format_move(move: Move) -> str:
    """The move in notation."""
    match move:
        case Take(area=area, tiles=tiles):
            return f"take {area} {_format_tiles(tiles)}"
        case PassTurn():
            return "pass"
        case EndTurn():
            return "end"
        case UseAssistant(tile=tile):
            return f"assistant {tile}"
        case _:
            return f"{_WORD[type(move)]} {_format_tiles(move.tiles)}"


def parse_move(text: str) -> Move | Rejection:
    """Parses a move; its tiles may be in any order."""
    match text.split():
        case ["take", area, *words] if words and area in SPAN:
            return _with_tiles(words, lambda tiles: Take(area=area, tiles=tiles))
        case ["pass"]:
            return PassTurn()
        case ["end"]:
            return EndTurn()
        case ["assistant", tile] if tile in INDEX:
            return UseAssistant(tile=tile)
        case [("archaeologist" | "digger" | "professor") as character, *words] if words:
            return _with_tiles(words, _TEAM[character])
        case _:
            return Rejection("AMP-NOTATION", "“{text}” is not a move of Amphipolis.", {"text": text[:80]})


def _format_tiles(tiles: tuple[str, ...]) -> str:
    return " ".join(tiles) or _NONE


def _with_tiles(words: list[str], make: Callable[[tuple[str, ...]], Move]) -> Move | Rejection:
    if words == [_NONE]:
        return make(())
    for word in words:
        if word not in INDEX:
            return Rejection("AMP-NOTATION", "{tile} is not the name of a finding.", {"tile": word})
    return make(tuple(words))

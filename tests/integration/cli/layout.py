"""What is wrong with a screen: text that runs over its edge, wraps, or runs into another part; a lost boat."""

import unicodedata

from clio.cli.boards.akrotiri_quarter import BOATS
from clio.cli.play.layout import PlayLayout

KEYS_LINE = {"en": (" Enter choose", " ↑↓ PgUp"), "es": (" Intro elegir", " ↑↓ RePág")}
CUT = "…"
_POINTER = "▶"


def faults(game: str, language: str, size: tuple[int, int], lines: list[str]) -> list[str]:
    """All that is found on a screen of a match that is being played, or of one of its texts."""
    columns, rows = size
    found = []
    if len(lines) != rows:
        found.append(f"{len(lines)} lines instead of {rows}: something wraps")
    if not lines[-1].startswith(KEYS_LINE[language]):
        found.append("the keys are not at the bottom")
    found += [f"is cut off: {line}" for line in lines if line.rstrip().endswith(CUT)]
    found += [f"too wide: {line}" for line in lines if len(line) > columns]
    found += [f"wide letters: {line}" for line in lines if any(unicodedata.east_asian_width(c) in "WF" for c in line)]
    if lines[-1].startswith(KEYS_LINE[language][1]):
        return found
    if not lines[0].startswith(f" {game.capitalize()} · "):
        found.append("the title is not on top")
    return found + _overlaps(game, size, lines) + (_lost_boat(size, lines) if game == "akrotiri" else [])


def _overlaps(game: str, size: tuple[int, int], lines: list[str]) -> list[str]:
    room = PlayLayout.on(size, game)
    table = lines[1:-1] if room.is_wide else lines[1 : 1 + room.board[1]]
    log = [] if room.is_wide else lines[1 + room.board[1] : -1]
    edges = [room.board[0], *([room.board[0] + room.side] if room.more else [])]
    return [
        *(f"runs into what is beside it: {line}" for line in table for edge in edges if line[edge : edge + 1].strip()),
        *(f"is no line of its own: {line}" for line in log if line[:1] == " " and not _tells(line)),
    ]


def _lost_boat(size: tuple[int, int], lines: list[str]) -> list[str]:
    """The mover's boat is on the map, once it has a dock; the line of the seat with the pointer shows whose it is."""
    board = [line[: PlayLayout.on(size, "akrotiri").board[0]] for line in lines]
    at = next((number for number, line in enumerate(board) if line[:2] in {_POINTER + boat for boat in BOATS}), None)
    if at is None or " -[" in board[at]:
        return []
    boat = board[at][1]
    return [] if any(boat in line for line in board[1 : at - 1]) else [f"the boat {boat} is not on the map"]


def _tells(line: str) -> bool:
    """Whether a line is that of an event, or goes on with one."""
    return line[:3].strip().isdecimal() or line.startswith("    ")

"""What is wrong with a screen: text that runs over its edge, wraps, or runs into another part."""

import unicodedata

from clio.cli.render.layout import ScreenLayout

KEYS_LINE = {"en": " Enter choose", "es": " Intro elegir"}
CUT = "…"


def faults(game: str, language: str, size: tuple[int, int], lines: list[str]) -> list[str]:
    """All that is found on a screen of a match that is being played."""
    columns, rows = size
    room = ScreenLayout.on(size)
    table, log = lines[1 : 1 + room.rows], lines[1 + room.rows : -1]
    found = []
    if len(lines) != rows:
        found.append(f"{len(lines)} lines instead of {rows}: something wraps")
    if not lines[0].startswith(f" {game.capitalize()} · "):
        found.append("the title is not on top")
    if not lines[-1].startswith(KEYS_LINE[language]):
        found.append("the keys are not at the bottom")
    found += [f"runs into what is beside it: {line}" for line in table if line[room.columns : room.columns + 1].strip()]
    found += [f"is cut off: {line}" for line in lines if line.rstrip().endswith(CUT)]
    found += [f"is no line of its own: {line}" for line in log if line[:1] == " " and not _tells(line)]
    found += [f"too wide: {line}" for line in lines if len(line) > columns]
    found += [f"wide letters: {line}" for line in lines if any(unicodedata.east_asian_width(c) in "WF" for c in line)]
    return found


def _tells(line: str) -> bool:
    """Whether a line is that of an event, or goes on with one."""
    return line[:3].strip().isdecimal() or line.startswith("    ")

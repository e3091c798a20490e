"""Draws docs/pictures/board.svg and verified.svg from what ``clio`` itself shows: ``make pictures``."""

import gzip
import html
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import Final

PICTURES: Final = Path(__file__).parent / "pictures"
RECORD: Final = PICTURES / "akros.clio.gz"
CLIO: Final = Path(sys.executable).with_name("clio")

_FRAME_FROM_END: Final = 7
"""The last turn but one: most regions are occupied."""
_FORGERY: Final = (b'"place 9>8"', b'"place 9>7"')
_COLUMNS: Final = 92
_INK, _PAPER, _GREEN, _RED, _DIM = "#e0e0e0", "#121212", "#009e73", "#e8743b", "#999999"
_ADVANCE, _LEADING, _MARGIN = 8.4, 18, 14
_FONT: Final = 'font-size="14" font-family="ui-monospace, Menlo, Consolas, monospace"'


def pictures() -> dict[Path, str]:
    """Both pictures, drawn from the record in the same folder."""
    with tempfile.TemporaryDirectory() as folder:
        return {
            PICTURES / "board.svg": _board(Path(folder)),
            PICTURES / "verified.svg": _terminal(_verified(Path(folder))),
        }


def _run(folder: Path, *arguments: str) -> str:
    """What a command prints in English; ``clio verify`` may fail, for a forged record must."""
    environment = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": str(folder / "state")}
    done = subprocess.run(  # noqa: S603 (our own command, with arguments written in this file)
        [CLIO, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.stderr:
        raise RuntimeError(done.stderr)
    return done.stdout


def _board(folder: Path) -> str:
    """One frame of the film that ``clio replay --record`` writes."""
    _run(folder, "replay", str(RECORD), "--record", "film.svg")
    film = (folder / "film.svg").read_text(encoding="utf-8")
    frames = re.findall(r"<g [^>]*><animate [^>]*/>\n(.*?)\n</g>", film, re.DOTALL)
    return _without_animation(film, frames[-_FRAME_FROM_END])


def _without_animation(film: str, frame: str) -> str:
    opening, paper = film.splitlines()[:2]
    size = re.search(r'viewBox="0 0 (\S+) (\S+)"', opening)
    if size is None:
        raise ValueError(opening)
    opening = opening.replace("<svg ", f'<svg width="{size[1]}" height="{size[2]}" ', 1)
    return f"{opening}\n<title>A board of Akros</title>\n{paper}\n{frame}\n</svg>\n"


def _verified(folder: Path) -> list[str]:
    """Verifies the record, then a copy in which one move was changed."""
    record = gzip.decompress(RECORD.read_bytes())
    if _FORGERY[0] not in record:
        raise ValueError("the record has no such move to change")
    (folder / "final.clio").write_bytes(record)
    (folder / "forged.clio").write_bytes(record.replace(*_FORGERY))
    lines: list[str] = []
    for file in ("final.clio", "forged.clio"):
        lines += [f"$ clio verify {file}", *_wrapped(_run(folder, "verify", file)), ""]
    return lines[:-1]


def _wrapped(printed: str) -> list[str]:
    """Folds long lines under the column of their text."""
    lines: list[str] = []
    for line in printed.splitlines():
        column = re.match(r"  \w+(?: \w+)? +(?:\w+(?: \w+)?  +)?", line)
        indent = " " * (column.end() if column else 0)
        lines += textwrap.wrap(line, _COLUMNS, subsequent_indent=indent, drop_whitespace=True) or [""]
    return lines


def _terminal(lines: list[str]) -> str:
    width = max(map(len, lines)) * _ADVANCE + 2 * _MARGIN
    height = len(lines) * _LEADING + 2 * _MARGIN
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    texts = [
        f'<text x="{_MARGIN}" y="{_MARGIN + number * _LEADING + 13}" fill="{_INK}" xml:space="preserve">'
        f"{_coloured(line)}</text>"
        for number, line in enumerate(lines)
        if line
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {_FONT}>',
            "<title>A verified match, and a forged copy of it</title>",
            f'<rect width="100%" height="100%" fill="{_PAPER}"/>',
            *texts,
            "</svg>\n",
        ]
    )


def _coloured(line: str) -> str:
    text = html.escape(line)
    if line.startswith("$ "):
        return f'<tspan font-weight="bold">{text}</tspan>'
    text = re.sub(r"^(  \w+ +)(pass)\b", rf'\1<tspan fill="{_GREEN}" font-weight="bold">\2</tspan>', text)
    text = re.sub(r"^(  \w+ +)(fail)\b", rf'\1<tspan fill="{_RED}" font-weight="bold">\2</tspan>', text)
    return re.sub(r"([0-9a-f]{64})", rf'<tspan fill="{_DIM}">\1</tspan>', text)


def main() -> None:
    """Writes the pictures that differ."""
    for path, text in pictures().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(path.name)


if __name__ == "__main__":
    main()

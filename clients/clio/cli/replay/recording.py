"""Recordings of replays: an animated GIF, an animated SVG, or a cast for asciinema players."""

import html
import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Final

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.canvas import Canvas
from clio.cli.render.options import RenderOptions
from clio.cli.render.output_file import write_file
from clio.cli.render.styles import rich_style
from clio.cli.replay.frames import HEIGHT, WIDTH
from clio.cli.replay.gif import gif

KINDS: Final = (".gif", ".svg", ".cast")
_ADVANCE: Final = 8.4
_LEADING: Final = 18
_MARGIN: Final = 10
_PAPER: Final = "#121212"
_INK: Final = "#e0e0e0"
_FONT: Final = 'font-size="14" font-family="ui-monospace, Menlo, Consolas, monospace"'
_LAST_SECONDS: Final = 4.0


def check_kind(file: Path) -> None:
    """Refuses a file name with an unknown suffix."""
    if file.suffix not in KINDS:
        raise Failure(
            ExitCode.USAGE, "RECORD_KIND", filled("The name of a recording must end in {kinds}.", kinds=_listed())
        )


def _listed() -> str:
    return t(" or ").join((", ".join(KINDS[:-1]), KINDS[-1]))


def render_options_for(file: Path) -> RenderOptions:
    """Rendering options for the frames of a recording."""
    return RenderOptions(unicode=file.suffix != ".gif", colour=True)


def write_recording(file: Path, frames: Sequence[Canvas], seconds: float) -> None:
    """Writes a recording in the format of the file's suffix, with a duration per frame in seconds."""
    match file.suffix:
        case ".gif":
            content = gif(frames, seconds, _LAST_SECONDS)
        case ".svg":
            content = svg(frames, seconds).encode()
        case _:
            content = cast(frames, seconds).encode()
    write_file(file, content)


def cast(frames: Sequence[Canvas], seconds: float) -> str:
    """Encodes the frames as an asciinema cast, version 2."""
    height = max([HEIGHT, *(frame.height for frame in frames)])
    lines = [json.dumps({"version": 2, "width": WIDTH, "height": height, "env": {"TERM": "xterm-256color"}})]
    for number, frame in enumerate(frames):
        sent = "\x1b[H\x1b[2J" + _ansi(frame).rstrip("\n").replace("\n", "\r\n")
        lines.append(json.dumps([round(number * seconds, 3), "o", sent], ensure_ascii=False))
    lines.append(json.dumps([round(len(frames) * seconds + _LAST_SECONDS, 3), "o", ""]))
    return "\n".join(lines) + "\n"


def svg(frames: Sequence[Canvas], seconds: float) -> str:
    """Encodes the frames as an SVG whose layers become visible in turn, endlessly."""
    total = len(frames) * seconds + _LAST_SECONDS
    height = max([HEIGHT, *(frame.height for frame in frames)]) * _LEADING + 2 * _MARGIN
    width = WIDTH * _ADVANCE + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" {_FONT}>',
        f'<rect width="100%" height="100%" fill="{_PAPER}"/>',
    ]
    for number, frame in enumerate(frames):
        begin = number * seconds / total
        end = 1.0 if number == len(frames) - 1 else (number + 1) * seconds / total
        parts.append(f'<g visibility="hidden">{_animation(begin, end, total)}')
        parts += [_svg_line(frame, y) for y in range(frame.height)]
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def _animation(begin: float, end: float, total: float) -> str:
    values, times = ["visible", "hidden"], [begin, end]
    if begin > 0:
        values, times = ["hidden", *values], [0.0, *times]
    if end >= 1:
        values, times = values[:-1], times[:-1]
    listed = ";".join(f"{moment:.5f}" for moment in times)
    return (
        f'<animate attributeName="visibility" calcMode="discrete" values="{";".join(values)}" '
        f'keyTimes="{listed}" dur="{total:g}s" repeatCount="indefinite"/>'
    )


def _svg_line(frame: Canvas, y: int) -> str:
    spans, column = [], 0
    for span in frame.spans()[y]:
        x = _MARGIN + column * _ADVANCE
        length = len(span.text) * _ADVANCE
        if span.text.strip():
            spans.append(
                f'<tspan x="{x:g}" textLength="{length:g}"{_svg_style(span.style)}>{html.escape(span.text)}</tspan>'
            )
        column += len(span.text)
    bottom = _MARGIN + (y + 1) * _LEADING - 4
    return f'<text y="{bottom}" fill="{_INK}" xml:space="preserve">{"".join(spans)}</text>'


def _svg_style(style: str) -> str:
    """Translates a style to SVG attributes; reverse video becomes an underline."""
    words = rich_style(style).replace("reverse", "underline").split()
    colour = next((word for word in words if word.startswith("#")), "")
    return (
        (f' fill="{colour}"' if colour else "")
        + (' font-weight="bold"' if "bold" in words else "")
        + (' text-decoration="underline"' if "underline" in words else "")
        + (' opacity="0.6"' if "dim" in words else "")
    )


def _ansi(frame: Canvas) -> str:
    from rich.console import Console  # noqa: PLC0415 (for colours only)

    held = StringIO()
    console = Console(file=held, force_terminal=True, color_system="truecolor", width=WIDTH, highlight=False)
    console.print(frame.rich(), crop=False, overflow="ignore")
    return held.getvalue()

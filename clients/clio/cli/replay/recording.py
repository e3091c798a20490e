"""Recordings of replays: an animated GIF, an animated SVG, or a cast for asciinema players."""

import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Final

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.canvas import Canvas
from clio.cli.render.canvas_svg import picture_lines, picture_start
from clio.cli.render.options import RenderOptions
from clio.cli.render.output_file import write_file, write_parts
from clio.cli.replay.frames import film_size
from clio.cli.replay.gif import gif
from clio.cli.replay.gif_font import gif_font

KINDS: Final = (".gif", ".svg", ".cast")
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
    """Rendering options for the frames of a recording: those that its font can show."""
    return RenderOptions(unicode=file.suffix != ".gif" or _has_lines(), colour=True)


def _has_lines() -> bool:
    try:
        return gif_font().has_lines
    except ImportError:
        # Writing the recording says what is missing.
        return False


def write_recording(file: Path, frames: Sequence[Canvas], seconds: float) -> None:
    """Writes a recording in the format of the file's suffix, with a duration per frame in seconds."""
    match file.suffix:
        case ".gif":
            write_parts(file, gif(frames, seconds, _LAST_SECONDS))
        case ".svg":
            write_file(file, svg(frames, seconds).encode())
        case _:
            write_file(file, cast(frames, seconds).encode())


def cast(frames: Sequence[Canvas], seconds: float) -> str:
    """Encodes the frames as an asciinema cast, version 2."""
    width, height = film_size(frames)
    lines = [json.dumps({"version": 2, "width": width, "height": height, "env": {"TERM": "xterm-256color"}})]
    for number, frame in enumerate(frames):
        sent = "\x1b[H\x1b[2J" + _ansi(frame, width).rstrip("\n").replace("\n", "\r\n")
        lines.append(json.dumps([round(number * seconds, 3), "o", sent], ensure_ascii=False))
    lines.append(json.dumps([round(len(frames) * seconds + _LAST_SECONDS, 3), "o", ""]))
    return "\n".join(lines) + "\n"


def svg(frames: Sequence[Canvas], seconds: float) -> str:
    """Encodes the frames as an SVG whose layers become visible in turn, endlessly."""
    total = len(frames) * seconds + _LAST_SECONDS
    parts = [picture_start(*film_size(frames))]
    for number, frame in enumerate(frames):
        begin = number * seconds / total
        end = 1.0 if number == len(frames) - 1 else (number + 1) * seconds / total
        parts.append(f'<g visibility="hidden">{_animation(begin, end, total)}')
        parts += picture_lines(frame)
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


def _ansi(frame: Canvas, width: int) -> str:
    from rich.console import Console  # noqa: PLC0415 (for colours only)

    held = StringIO()
    console = Console(file=held, force_terminal=True, color_system="truecolor", width=width, highlight=False)
    console.print(frame.rich(), crop=False, overflow="ignore")
    return held.getvalue()

"""Canvases as SVG: lines of text in a monospaced font, each span as wide as its characters."""

import html
from collections.abc import Sequence
from typing import Final

from clio.cli.render.canvas import Canvas, Span
from clio.cli.render.styles import rich_style

_ADVANCE: Final = 8.4
_LEADING: Final = 16
"""The height of box-drawing characters at this size: lines from one row to the next have no gaps."""
_MARGIN: Final = 10
_PAPER: Final = "#121212"
_INK: Final = "#e0e0e0"
_FONT: Final = 'font-size="14" font-family="ui-monospace, Menlo, Consolas, monospace"'


def picture_size(columns: int, lines: int) -> tuple[float, float]:
    """The width and height of a picture of so many characters."""
    return round(columns * _ADVANCE + 2 * _MARGIN, 2), lines * _LEADING + 2 * _MARGIN


def picture_start(columns: int, lines: int, namespace: str = ' xmlns="http://www.w3.org/2000/svg"') -> str:
    """The beginning of a picture: its size, font and background."""
    width, height = picture_size(columns, lines)
    return (
        f'<svg{namespace} width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" {_FONT}>\n'
        f'<rect width="100%" height="100%" fill="{_PAPER}"/>'
    )


def picture_lines(canvas: Canvas) -> list[str]:
    """The lines of a canvas."""
    return [_line(line, y) for y, line in enumerate(canvas.spans())]


def inline_picture(canvas: Canvas, name: str) -> str:
    """A canvas as a picture inside an HTML page, with a name for people who do not see it."""
    start = picture_start(canvas.width, canvas.height, f' role="img" aria-label="{html.escape(name)}"')
    return "\n".join([start, *picture_lines(canvas), "</svg>"])


def _line(line: Sequence[Span], y: int) -> str:
    spans, column = [], 0
    for span in line:
        x = _MARGIN + column * _ADVANCE
        length = len(span.text) * _ADVANCE
        if span.text.strip():
            spans.append(
                f'<tspan x="{x:g}" textLength="{length:g}"{_style(span.style)}>{html.escape(span.text)}</tspan>'
            )
        column += len(span.text)
    bottom = _MARGIN + (y + 1) * _LEADING - 4
    return f'<text y="{bottom}" fill="{_INK}" xml:space="preserve">{"".join(spans)}</text>'


def _style(style: str) -> str:
    """Translates a style to SVG attributes; reverse video becomes an underline."""
    words = rich_style(style).replace("reverse", "underline").split()
    colour = next((word for word in words if word.startswith("#")), "")
    return (
        (f' fill="{colour}"' if colour else "")
        + (' font-weight="bold"' if "bold" in words else "")
        + (' text-decoration="underline"' if "underline" in words else "")
        + (' opacity="0.6"' if "dim" in words else "")
    )

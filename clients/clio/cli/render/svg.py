"""Charts as SVG: one file without scripts, fonts or links."""

from collections.abc import Iterable, Sequence
from typing import Final
from xml.sax.saxutils import escape

from clio.cli.render.chart import Chart
from clio.cli.render.output import printable

_LINE: Final = 18
_BARS: Final = 320
_MARGIN: Final = 16
_GAP: Final = 8
_CHARACTER: Final = 7.0
"""The width that a character has at most on average, in any usual sans-serif font of this size."""
_BOLD_CHARACTER: Final = 7.6
_WIDE_CHARACTER: Final = 8.4
"""The same for labels, which may be ids in capitals."""
_MAX_LABEL: Final = 44
_STYLE: Final = (
    "text{font:12px sans-serif;fill:#222}.title{font-weight:bold}.note{fill:#666}"
    "rect.bar{fill:#3b6ea5}rect.page{fill:#fff}polyline{fill:none;stroke:#3b6ea5;stroke-width:1.5}"
    "circle{fill:#3b6ea5}line{stroke:#ccc}"
)
_CURVE_WIDTH: Final = 640
_CURVE_HEIGHT: Final = 160
_POINTS_MARKED: Final = 40
"""Curves of up to this many values have a dot for each."""


def bars_svg(sections: Sequence[tuple[str, Sequence[Chart]]]) -> str:
    """Draws all charts of a page, one below the other: each section has a title and its charts.

    The columns of labels, bars and values are as wide as their longest text, so that no text meets another one.
    """
    bars = [bar for _, charts in sections for chart in charts for bar in chart.bars]
    labels = _widest((_shortened(bar.label) for bar in bars), _WIDE_CHARACTER)
    texts = _widest(bar.text for bar in bars)
    left = _MARGIN + labels + _GAP
    parts: list[str] = []
    y = float(_MARGIN)
    for title, charts in sections:
        y += _LINE
        parts.append(_text(_MARGIN, y, title, "title"))
        y += _LINE
        for chart in charts:
            y += _LINE
            parts.append(_text(_MARGIN, y, chart.title, "title"))
            if chart.note:
                y += _LINE
                parts.append(_text(_MARGIN, y, chart.note, "note"))
            for bar in chart.bars:
                y += _LINE
                width = round(chart.share(bar) * _BARS, 2)
                parts.append(_text(left - _GAP, y, _shortened(bar.label), "label", anchor="end"))
                parts.append(f'<rect class="bar" x="{left:g}" y="{y - 11:g}" width="{width}" height="13"/>')
                parts.append(_text(left + width + _GAP, y, bar.text, "value"))
            y += _LINE
    headings = [title for title, _ in sections] + [chart.title for _, charts in sections for chart in charts]
    notes = [chart.note for _, charts in sections for chart in charts]
    inside = max(labels + _BARS + texts + 2 * _GAP, _widest(headings, _BOLD_CHARACTER), _widest(notes))
    return _page(inside + 2 * _MARGIN, y + _MARGIN, parts)


def curve_svg(title: str, note: str, values: Sequence[float]) -> str:
    """Draws a curve through all values, with its highest and lowest value beside it; few values have dots."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    top = _MARGIN + 2 * _LINE
    scale = [f"{high:.2f}", f"{low:.2f}"]
    left = _MARGIN + _widest(scale) + _GAP

    def place(number: int, value: float) -> tuple[float, float]:
        # One value, or values that are all the same, lie in the middle.
        along = number / (len(values) - 1) if len(values) > 1 else 0.5
        up = (value - low) / (high - low) if high > low else 0.5
        return left + _CURVE_WIDTH * along, top + _CURVE_HEIGHT * (1 - up)

    places = [place(number, value) for number, value in enumerate(values)]
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in places)
    bottom = top + _CURVE_HEIGHT + 2 * _LINE
    parts = [_text(_MARGIN, _MARGIN + _LINE, title, "title")]
    edges = ((scale[0], top), (scale[1], top + _CURVE_HEIGHT)) if high > low else ((scale[0], top + _CURVE_HEIGHT / 2),)
    for text, y in edges if values else ():
        parts.append(_text(left - _GAP, y + 4, text, "note", anchor="end"))
        parts.append(f'<line x1="{left:g}" y1="{y:g}" x2="{left + _CURVE_WIDTH:g}" y2="{y:g}"/>')
    parts.append(f'<polyline points="{points}"/>')
    if len(values) <= _POINTS_MARKED:
        parts += [f'<circle cx="{x:.2f}" cy="{y:.2f}" r="3"/>' for x, y in places]
    parts.append(_text(_MARGIN, bottom, note, "note"))
    width = max(left + _CURVE_WIDTH, _MARGIN + _widest([title], _BOLD_CHARACTER), _MARGIN + _widest([note]))
    return _page(width + _MARGIN, bottom + _MARGIN, parts)


def _widest(texts: Iterable[str], character: float = _CHARACTER) -> float:
    return max((len(printable(text)) * character for text in texts), default=0.0)


def _shortened(label: str) -> str:
    return label if len(label) <= _MAX_LABEL else label[: _MAX_LABEL - 1] + "…"


def _page(width: float, height: float, parts: Sequence[str]) -> str:
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}">\n<style>{_STYLE}</style>\n'
        f'<rect class="page" width="{width:g}" height="{height:g}"/>\n{inside}\n</svg>\n'
    )


def _text(x: float, y: float, text: str, kind: str, anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(printable(text))}</text>'

"""Charts as SVG: one file without scripts, fonts or links."""

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from clio.cli.render.chart import Chart
from clio.cli.render.output import printable

_LINE: Final = 18
_LABELS: Final = 190
_BARS: Final = 360
_TEXTS: Final = 190
_MARGIN: Final = 16
_TOTAL: Final = _LABELS + _BARS + _TEXTS + 2 * _MARGIN
_STYLE: Final = (
    "text{font:12px sans-serif;fill:#222}.title{font-weight:bold}.note{fill:#666}"
    "rect.bar{fill:#3b6ea5}rect.page{fill:#fff}polyline{fill:none;stroke:#3b6ea5;stroke-width:1.5}"
)
_CURVE_HEIGHT: Final = 160


def bars_svg(title: str, charts: Sequence[Chart]) -> str:
    """Draws all charts of a page, one below the other."""
    parts: list[str] = []
    y = _MARGIN + _LINE
    parts.append(_text(_MARGIN, y, title, "title"))
    y += _LINE
    for chart in charts:
        y += _LINE
        parts.append(_text(_MARGIN, y, chart.title, "title"))
        if chart.note:
            parts.append(_text(_MARGIN + _LABELS, y, chart.note, "note"))
        for bar in chart.bars:
            y += _LINE
            width = round(chart.share(bar) * _BARS, 2)
            parts.append(_text(_MARGIN + _LABELS - 6, y, bar.label, "label", anchor="end"))
            parts.append(f'<rect class="bar" x="{_MARGIN + _LABELS}" y="{y - 11}" width="{width}" height="13"/>')
            parts.append(_text(_MARGIN + _LABELS + width + 6, y, bar.text, "value"))
        y += _LINE
    return _page(y + _MARGIN, parts)


def curve_svg(title: str, note: str, values: Sequence[float]) -> str:
    """Draws a curve through all values."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    spread = high - low or 1.0
    top = _MARGIN + 2 * _LINE
    width = _TOTAL - 2 * _MARGIN
    points = " ".join(
        f"{_MARGIN + width * number / max(1, len(values) - 1):.2f},"
        f"{top + _CURVE_HEIGHT * (1 - (value - low) / spread):.2f}"
        for number, value in enumerate(values)
    )
    bottom = top + _CURVE_HEIGHT + _LINE
    parts = [
        _text(_MARGIN, _MARGIN + _LINE, title, "title"),
        f'<polyline points="{points}"/>',
        _text(_MARGIN, bottom, note, "note"),
    ]
    return _page(bottom + _MARGIN, parts)


def _page(height: float, parts: Sequence[str]) -> str:
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_TOTAL}" height="{height}" '
        f'viewBox="0 0 {_TOTAL} {height}">\n<style>{_STYLE}</style>\n'
        f'<rect class="page" width="{_TOTAL}" height="{height}"/>\n{inside}\n</svg>\n'
    )


def _text(x: float, y: float, text: str, kind: str, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{escape(printable(text))}</text>'

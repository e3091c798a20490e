"""Bar charts of labelled bars, drawn with block characters; ``svg`` draws them as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from clio.cli.render.output import Output, printable
from clio.cli.render.wrap import columns

WIDTH: Final = 40
_NARROWEST: Final = 8
_EIGHTHS: Final = "▏▎▍▌▋▊▉█"
_LEVELS: Final = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: its label, its length, and the text behind it."""

    label: str
    value: float
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars under a title; ``full`` is the value of a full-length bar, 0 for the largest value."""

    title: str
    bars: Sequence[Bar]
    note: str = ""
    full: float = 0.0

    def share(self, bar: Bar) -> float:
        """The bar's length as a fraction of a full-length one."""
        full = self.full or max((each.value for each in self.bars), default=0.0)
        return max(0.0, min(1.0, bar.value / full)) if full > 0 else 0.0


def draw(out: Output, chart: Chart) -> None:
    """Draws a chart line by line."""
    title = f"{chart.title}  ({chart.note})" if chart.note else chart.title
    if out.on_terminal and len(title) > columns():
        out.line(chart.title)
        title = f"  ({chart.note})"
    out.line(title)
    labels = max((len(printable(bar.label)) for bar in chart.bars), default=0)
    width = WIDTH
    if out.on_terminal:
        beside = labels + max((len(bar.text) for bar in chart.bars), default=0) + len("    ")
        width = max(_NARROWEST, min(WIDTH, columns() - beside))
    for bar in chart.bars:
        length = bar_of(chart.share(bar), width).ljust(width)
        out.line(f"  {printable(bar.label).rjust(labels)} {length} {bar.text}".rstrip())
    out.line()


def bar_of(share: float, width: int = WIDTH) -> str:
    """A bar of block characters, exact to an eighth of a character."""
    eighths = round(share * width * len(_EIGHTHS))
    whole, rest = divmod(eighths, len(_EIGHTHS))
    return _EIGHTHS[-1] * whole + (_EIGHTHS[rest - 1] if rest else "")


def curve_of(values: Sequence[float], width: int = WIDTH) -> str:
    """A one-line curve of the values; long series are sampled."""
    if not values:
        return ""
    shown = values
    if len(values) > width:
        shown = [values[round(step * (len(values) - 1) / (width - 1))] for step in range(width)]
    low, high = min(shown), max(shown)
    spread = high - low or 1.0
    return "".join(_LEVELS[round((value - low) / spread * (len(_LEVELS) - 1))] for value in shown)

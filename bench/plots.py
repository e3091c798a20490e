"""Small plots as SVG: lines through points, on logarithmic axes, since both ends of every range matter."""

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from bench.row import Row

WIDTH, HEIGHT = 640, 360
FONT: Final = 'font-family="sans-serif" font-size="11"'
LEFT, RIGHT, TOP, BOTTOM = 70, 250, 30, 45
COLOURS: Final = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#d35400", "#555555", "#16a085", "#b8860b")
PLOTS: Final = {
    "match-length": ("Cost of a move against the match's length", "events in the match", "ms"),
    "stored-matches": ("Cost against stored matches", "stored matches", "ms"),
    "watchers": ("Deliveries against watchers", "watchers of one match", "deliveries/s"),
    "in-flight": ("Moves and calls against those in flight", "in flight", "a second"),
    "peers": ("Confirmed moves against matches", "matches at once", "moves/s"),
    "replay": ("Cost of a replay against its point", "event", "ms"),
}


class Axis(NamedTuple):
    """A logarithmic axis from pixel to pixel."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Where a value stands."""
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Powers of ten within; 2 and 5 times them as well where there are few."""
        powers = range(math.floor(self.low), math.ceil(self.high) + 1)
        steps = (1,) if self.high - self.low > 2 else (1, 2, 5)  # noqa: PLR2004 (decades)
        ticks = [step * 10.0**power for power in powers for step in steps]
        return [tick for tick in ticks if self.low - 1e-9 <= math.log10(tick) <= self.high + 1e-9]


def plots(rows: Iterable[Row]) -> dict[str, str]:
    """Every plot that the rows have points for, by name."""
    points: dict[str, dict[str, list[tuple[float, float]]]] = {}
    for row in rows:
        if row.plot and row.figure and row.x:
            points.setdefault(row.plot, {}).setdefault(row.series, []).append((row.x, row.figure))
    return {name: plot(name, series) for name, series in points.items()}


def plot(name: str, series: dict[str, list[tuple[float, float]]]) -> str:
    """One plot."""
    title, x_name, y_name = PLOTS[name]
    every = [point for line in series.values() for point in line]
    x_axis = _axis([x for x, _ in every], LEFT, WIDTH - RIGHT)
    y_axis = _axis([y for _, y in every], HEIGHT - BOTTOM, TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {FONT}>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(LEFT, TOP - 12, title, "start", ' font-size="13"'),
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, x_name, "middle"),
        _text(8, TOP - 12, y_name, "start"),
    ]
    for tick in x_axis.ticks():
        x = x_axis.place(tick)
        parts += [_line(x, TOP, x, HEIGHT - BOTTOM), _text(x, HEIGHT - BOTTOM + 15, f"{tick:,g}", "middle")]
    for tick in y_axis.ticks():
        y = y_axis.place(tick)
        parts += [_line(LEFT, y, WIDTH - RIGHT, y), _text(LEFT - 6, y + 4, f"{tick:,g}", "end")]
    for number, (label, line) in enumerate(sorted(series.items())):
        places = [(x_axis.place(x), y_axis.place(y)) for x, y in sorted(line)]
        parts += _series(places, label, COLOURS[number % len(COLOURS)], TOP + 14 * number)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _series(places: Sequence[tuple[float, float]], label: str, colour: str, height: float) -> list[str]:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    left = WIDTH - RIGHT + 14
    return [
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>',
        *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places),
        f'<rect x="{left}" y="{height - 8}" width="9" height="9" fill="{colour}"/>',
        _text(left + 14, height, label, "start", ' font-size="10"'),
    ]


def _axis(values: Sequence[float], start: float, end: float) -> Axis:
    low, high = math.log10(min(values)), math.log10(max(values))
    # At least a third of a decade, so that noise does not look like a slope.
    room = max(0.0, (0.34 - (high - low)) / 2)
    return Axis(low - room - 0.05, high + room + 0.05, start, end)


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="#dddddd"/>'


def _text(x: float, y: float, text: str, anchor: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(text)}</text>'

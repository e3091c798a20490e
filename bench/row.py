"""One line of the result: a figure, what it is compared with, and which target it answers."""

import msgspec


class Row(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A figure of one run. Rows with a ``plot`` are points of that plot, on the line ``series``."""

    name: str
    figure: float | None
    """None where it could not be measured; ``note`` then says why."""
    unit: str
    baseline: str = ""
    ratio: float | None = None
    p50_ms: float | None = None
    cpu_us: float | None = None
    """Processor time of the server for one call, in microseconds: steadier than the clock on a shared machine."""
    target: str = ""
    plot: str = ""
    series: str = ""
    x: float = 0.0
    note: str = ""


def missing(name: str, unit: str, why: str, *, target: str = "", baseline: str = "") -> Row:
    """A row that says why there is no figure."""
    return Row(name=name, figure=None, unit=unit, note=why, target=target, baseline=baseline)

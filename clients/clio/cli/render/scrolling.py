"""Scrolling: the part of a drawing or a text that a panel shows, and what it leaves out."""

from clio.cli.i18n.translate import t
from clio.cli.render.canvas import Canvas


def windowed(canvas: Canvas, size: tuple[int, int], scroll: tuple[int, int]) -> tuple[Canvas, str]:
    """Cuts a panel's size out of a canvas; returns it with a sentence on what is missing, empty if nothing is."""
    columns, rows = size
    if canvas.width <= columns and canvas.height <= rows:
        return canvas, ""
    left = min(max(scroll[0] * 8, 0), max(canvas.width - columns, 0))
    top = min(max(scroll[1] * 2, 0), max(canvas.height - rows, 0))
    part = canvas.part(left, top, columns, rows)
    hidden = [
        name
        for name, is_hidden in (
            (t("on the left"), left > 0),
            (t("on the right"), left + columns < canvas.width),
            (t("above"), top > 0),
            (t("below"), top + rows < canvas.height),
        )
        if is_hidden
    ]
    return part, ", ".join(hidden)

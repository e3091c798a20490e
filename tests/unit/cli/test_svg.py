"""Charts as SVG: no text meets another, and one value is a point."""

from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from clio.cli.render.chart import Bar, Chart
from clio.cli.render.svg import bars_svg, curve_svg

LONG = "AMP-STATUES-AND-A-VERY-LONG-RULE-ID"
WIDTH = {"title": 7.2, "label": 8.2}
"""What a character is at most wide in Chromium's sans-serif of 12 px; capitals in labels, bold titles."""


def _boxes(svg: str) -> list[tuple[float, float, float, float, str]]:
    """Left, right, top and bottom of every text."""
    found = []
    for text in ET.fromstring(svg).findall("{*}text"):  # noqa: S314 (our own file)
        words, kind = text.text or "", text.get("class", "")
        x, y, width = float(text.get("x", "")), float(text.get("y", "")), len(words) * WIDTH.get(kind, 6.8)
        left = x - width if text.get("text-anchor") == "end" else x
        found.append((left, left + width, y - 11, y + 3, words))
    return found


def test_no_text_of_a_page_of_charts_meets_another_or_leaves_the_page() -> None:
    charts = [
        Chart(
            "A title that is longer than the labels below it", [Bar("1", 3, "3 (100 %)")], "mean 1.5, median 1, 0 to 12"
        ),
        Chart("Points by rule", [Bar(LONG, 4, "4.25 per player, scored by 83 %"), Bar("A", 0, "0 per player")]),
    ]
    svg = bars_svg([("A game: 3 matches finished", charts), ("Another server", charts)])
    boxes = _boxes(svg)
    assert len(boxes) == 2 * (1 + 2 + 1 + 6)
    for one, other in combinations(boxes, 2):
        apart = one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
        assert apart, (one, other)
    width = float(ET.fromstring(svg).get("width", ""))  # noqa: S314 (our own file)
    assert all(left >= 0 and right <= width for left, right, *_ in boxes)


def test_bars_begin_where_the_labels_end_and_values_where_the_bars_end() -> None:
    root = ET.fromstring(bars_svg([("", [Chart("", [Bar(LONG, 1, "one"), Bar("b", 2, "two")])])]))  # noqa: S314 (our own file)
    rects = root.findall("{*}rect[@class='bar']")
    values = root.findall("{*}text[@class='value']")
    for rect, value in zip(rects, values, strict=True):
        assert float(value.get("x", "")) > float(rect.get("x", "")) + float(rect.get("width", ""))


@pytest.mark.parametrize("values", [[3.5], [0.0, -0.5], [1.0, 1.0]])
def test_a_curve_of_few_values_has_a_dot_for_each_inside_the_page(values: list[float]) -> None:
    root = ET.fromstring(curve_svg("Ada", "over 1 match", values))  # noqa: S314 (our own file)
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    dots = root.findall("{*}circle")
    assert len(dots) == len(values)
    assert all(0 < float(dot.get("cx", "")) < width and 0 < float(dot.get("cy", "")) < height for dot in dots)


def test_a_curve_of_nothing_is_still_a_picture() -> None:
    assert ET.fromstring(curve_svg("Ada", "no matches", [])).tag.endswith("svg")  # noqa: S314 (our own file)

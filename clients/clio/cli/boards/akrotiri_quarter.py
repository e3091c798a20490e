"""Quarters of Akrotiri's cells: icon, temples, cubes, boat, dock and sites of map cards, all of them shown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from clio.cli.boards.akrotiri_tile import GAPS, QUARTERS
from clio.cli.i18n.translate import t
from clio.cli.render.canvas import Canvas, Span
from clio.cli.render.component_counts import component_id
from clio.cli.render.styles import BOLD, DIM, seat_style
from clio.v1.akrotiri_pb2 import AkrotiriColour, AkrotiriCorner, AkrotiriTerrain, AkrotiriView

BOATS: Final = ("@", "&")
TEMPLES: Final = ("A", "B")
_ICON_HUES: Final = {"volcano": "orange", "lake": "blue", "tree": "green", "mountain": "grey"}
"""Icons have the colours of their cubes."""
_LABEL: Final = {(-1, -1, "se"): "ehT", (0, -1, "sw"): "ra"}
"""The name of Thera across the middle of its board; things in an eastern quarter are drawn from right to left."""


@dataclass(slots=True)
class Quarter:
    """What lies on a quarter of a cell, outermost first; the dock's number is drawn beside the route."""

    things: list[Span] = field(default_factory=list)
    dock: int = 0
    has_boat: bool = False
    sites: str = ""
    """``x`` where a map card in hand fits, ``X`` where it can be used now."""


Quarters = Mapping[tuple[int, int, str], Quarter]


def colour(value: int) -> str:
    """The id of a colour."""
    return component_id(AkrotiriColour.DESCRIPTOR, value)


def cube_letter(name: str) -> str:
    """The letter of a cube: the initial, but the last letter of grey because green has the same initial."""
    return t(name)[-1] if name == "grey" else t(name)[:1]


def terrain_letter(name: str) -> str:
    """The letter of an icon."""
    return t(name)[:1].upper()


def icon(terrain: str) -> Span:
    """The icon of a terrain."""
    return Span(terrain_letter(terrain), f"{_ICON_HUES[terrain]} bold")


def quarters_of(board: AkrotiriView) -> Quarters:
    """Everything on the quarters of the map; cubes in the market's order of colours."""
    found: dict[tuple[int, int, str], Quarter] = {}

    def at(x: int, y: int, corner: int) -> Quarter:
        return found.setdefault((x, y, component_id(AkrotiriCorner.DESCRIPTOR, corner)), Quarter())

    for place, letters in _LABEL.items():
        found[place] = Quarter([Span(letter, DIM) for letter in letters])
    for tile in board.tiles:
        if terrain := component_id(AkrotiriTerrain.DESCRIPTOR, tile.terrain):
            at(tile.x, tile.y, tile.icon).things.append(icon(terrain))
    for temple in board.temples:
        at(temple.x, temple.y, temple.corner).things.append(Span(TEMPLES[temple.seat], seat_style(temple.seat)))
    for cube in sorted(board.cubes, key=lambda cube: cube.colour):
        name = colour(cube.colour)
        at(cube.x, cube.y, cube.corner).things.append(Span(cube_letter(name), name))
    for site in _sites(board):
        quarter = at(*site[:3])
        quarter.sites = "X" if "X" in (quarter.sites, site[3]) else "x"
    for dock in board.docks:
        quarter = at(dock.x, dock.y, dock.corner)
        quarter.dock = dock.dock
        if dock.HasField("boat"):
            quarter.has_boat = True
            quarter.things.append(Span(BOATS[dock.boat], f"{seat_style(dock.boat)}"))
    return found


def draw_quarter(  # noqa: PLR0913, PLR0917 (a part of a drawing)
    canvas: Canvas,
    corner: tuple[int, int],
    name: str,
    quarter: Quarter,
    taken: frozenset[tuple[int, int]],
    style: str = "",
) -> None:
    """Draws everything on a quarter; ``taken`` are the places of routes."""
    places = list(QUARTERS[name]) if name in ("nw", "sw") else list(QUARTERS[name])[::-1]
    number = str(quarter.dock) if quarter.dock > 0 else "d" if quarter.dock else ""
    things = [*quarter.things, Span(quarter.sites, "target")] if quarter.sites else quarter.things
    if len(things) + len(number) > len(places) and GAPS[name] not in taken:
        places.append(GAPS[name])
    if len(things) + len(number) > len(places) and quarter.has_boat:
        number = ""  # The seats' lines name the dock of every boat.
    for thing, (x, y) in zip(_fitting(things, len(places) - len(number)), places, strict=False):
        canvas.put(corner[0] + x, corner[1] + y, thing.text, thing.style)
    if number:
        left = min(places[-len(number) :])
        canvas.put(corner[0] + left[0], corner[1] + left[1], number, style or BOLD)


def _sites(board: AkrotiriView) -> Iterator[tuple[int, int, int, str]]:
    for player in board.players:
        for card in player.maps:
            yield from ((site.x, site.y, site.corner, "X" if site.now else "x") for site in card.sites)


def _fitting(things: Sequence[Span], available: int) -> list[Span]:
    """All things, or as many as fit and a sign that there are more."""
    return list(things) if len(things) <= available else [*things[: max(available - 1, 0)], Span("+", BOLD)]

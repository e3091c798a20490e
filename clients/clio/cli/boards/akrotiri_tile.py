"""Tile renderer of Akrotiri: land, routes and docks of one cell, three lines high and thirteen columns wide.

The land of a corner fills its quarter. A route leaves at the middle of a side. Land that a tile joins has no gap
between its quarters, so two designs, and one design in two rotations, never look alike.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from clio.cli.render.component_counts import component_id
from clio.v1.akrotiri_components_pb2 import AkrotiriComponents, AkrotiriTileDesign
from clio.v1.akrotiri_pb2 import AkrotiriCorner, AkrotiriRotation, AkrotiriSide, AkrotiriTerrain

Place = tuple[int, int]
"""Column and line inside a cell."""

WIDTH: Final = 13
HEIGHT: Final = 3
_MIDDLE: Final = WIDTH // 2
_QUARTER: Final = _MIDDLE - 1
"""Columns of a quarter: icon, temple, cube, boat and a mark all find a place."""
SIDES: Final = "nesw"
CORNERS: Final = ("nw", "ne", "se", "sw")
ROTATIONS: Final = ("r0", "r90", "r180", "r270")
QUARTERS: Final[Mapping[str, tuple[Place, ...]]] = {
    "nw": tuple((x, 0) for x in range(_QUARTER)),
    "ne": tuple((x, 0) for x in range(WIDTH - _QUARTER, WIDTH)),
    "se": tuple((x, 2) for x in range(WIDTH - _QUARTER, WIDTH)),
    "sw": tuple((x, 2) for x in range(_QUARTER)),
}
GAPS: Final[Mapping[str, Place]] = {
    "nw": (_MIDDLE - 1, 0),
    "ne": (_MIDDLE + 1, 0),
    "se": (_MIDDLE + 1, 2),
    "sw": (_MIDDLE - 1, 2),
}
"""The column between a quarter and the route beside it."""
_ARMS: Final[Mapping[str, tuple[Place, ...]]] = {
    "n": ((_MIDDLE, 0),),
    "e": tuple((x, 1) for x in range(_MIDDLE + 1, WIDTH)),
    "s": ((_MIDDLE, 2),),
    "w": tuple((x, 1) for x in range(_MIDDLE)),
}
_STUBS: Final[Mapping[str, tuple[Place, ...]]] = {
    "n": ((_MIDDLE, 0),),
    "e": ((WIDTH - 2, 1), (WIDTH - 1, 1)),
    "s": ((_MIDDLE, 2),),
    "w": ((0, 1), (1, 1)),
}
_ACROSS_STUBS: Final[Mapping[str, tuple[Place, ...]]] = {
    "n": (GAPS["nw"], GAPS["ne"]),
    "e": tuple((x, 1) for x in range(WIDTH - _QUARTER, WIDTH - 2)),
    "s": (GAPS["sw"], GAPS["se"]),
    "w": tuple((x, 1) for x in range(2, _QUARTER)),
}
"""Land around the end of a route that ends on the tile."""
_CURVES: Final[Mapping[frozenset[str], Mapping[Place, str]]] = {
    frozenset("ne"): {
        (_MIDDLE, 0): "ne",
        GAPS["ne"]: "sw",
        (_MIDDLE + 1, 1): "ne",
        **dict.fromkeys(_ARMS["e"][1:], "ew"),
    },
    frozenset("sw"): {
        (_MIDDLE - 1, 1): "sw",
        GAPS["sw"]: "ne",
        (_MIDDLE, 2): "sw",
        **dict.fromkeys(_ARMS["w"][:-1], "ew"),
    },
    frozenset("nw"): {
        (_MIDDLE, 0): "nw",
        GAPS["nw"]: "es",
        (_MIDDLE - 1, 1): "nw",
        **dict.fromkeys(_ARMS["w"][:-1], "ew"),
    },
    frozenset("es"): {
        (_MIDDLE + 1, 1): "es",
        GAPS["se"]: "nw",
        (_MIDDLE, 2): "es",
        **dict.fromkeys(_ARMS["e"][1:], "ew"),
    },
}
"""Two curves pass each other beside the middle."""
_DIAGONALS: Final[Mapping[frozenset[str], tuple[Place, ...]]] = {
    frozenset(("nw", "se")): (GAPS["nw"], (_MIDDLE, 1), GAPS["se"]),
    frozenset(("ne", "sw")): (GAPS["ne"], (_MIDDLE, 1), GAPS["sw"]),
}
_LINES: Final[Mapping[str, str]] = {
    "ensw": "┼", "ens": "├", "esw": "┬", "nsw": "┤", "enw": "┴",
    "en": "└", "es": "┌", "sw": "┐", "nw": "┘", "ns": "│", "ew": "─", "n": "╵", "e": "╶", "s": "╷", "w": "╴",
}  # fmt: skip


class Design(NamedTuple):
    """A tile as it lies: networks of exits, zones of corners, its icon and its docks."""

    networks: tuple[frozenset[str], ...]
    zones: tuple[frozenset[str], ...]
    terrain: str = ""
    icon: str = ""
    docks: tuple[str, ...] = ()


CROSSROADS: Final = Design((frozenset(SIDES),), tuple(frozenset({corner}) for corner in CORNERS))
"""A cell of the Thera board, and any tile while its design is not known."""


def designs_of(components: AkrotiriComponents) -> dict[str, Design]:
    """The designs by tile, with rotation r0."""
    return {printed.tile: _design(printed) for printed in components.tiles}


def turned(design: Design, rotation: str) -> Design:
    """The design rotated clockwise."""
    turns = ROTATIONS.index(rotation) if rotation in ROTATIONS else 0
    return Design(
        tuple(frozenset(SIDES[(SIDES.index(side) + turns) % 4] for side in network) for network in design.networks),
        tuple(frozenset(_turned_corner(corner, turns) for corner in zone) for zone in design.zones),
        design.terrain,
        _turned_corner(design.icon, turns) if design.icon else "",
        tuple(_turned_corner(corner, turns) for corner in design.docks),
    )


def rotation_id(number: int) -> str:
    """The id of a rotation."""
    return component_id(AkrotiriRotation.DESCRIPTOR, number)


def land(design: Design) -> dict[Place, str]:
    """The places of a cell with land, and the corner whose land it is."""
    found = {place: corner for corner, places in QUARTERS.items() for place in places}
    stubs = {side for network in design.networks if len(network) == 1 for side in network}
    for zone in design.zones:
        for side in stubs:
            beside = [corner for corner in CORNERS if side in corner]
            if zone.issuperset(beside):
                found |= dict.fromkeys(_ACROSS_STUBS[side], beside[0])
        for pair, places in _DIAGONALS.items():
            if zone.issuperset(pair) and _are_curves(design):
                found |= dict.fromkeys(places, min(pair))
    return found


def routes(design: Design, *, unicode: bool) -> dict[Place, str]:
    """The places of a cell with a route, and the character drawn there."""
    sides: dict[Place, str] = {}
    for network in design.networks:
        if len(network) == 1:
            side = next(iter(network))
            sides |= dict.fromkeys(_STUBS[side], side if side in "ns" else "ew")
        elif _are_curves(design):
            sides |= _CURVES[network]
        else:
            for side in network:
                sides |= dict.fromkeys(_ARMS[side], "ns" if side in "ns" else "ew")
            sides[_MIDDLE, 1] = "".join(sorted(network))
    return {place: _line(joined, unicode=unicode) for place, joined in sides.items()}


def _line(joined: str, *, unicode: bool) -> str:
    joined = "".join(sorted(joined))
    if unicode:
        return _LINES[joined]
    if set(joined) <= set("ew"):
        return "-"
    return "|" if set(joined) <= set("ns") else "+"


def _are_curves(design: Design) -> bool:
    return len(design.networks) > 1 and all(network in _CURVES for network in design.networks)


def _turned_corner(corner: str, turns: int) -> str:
    return CORNERS[(CORNERS.index(corner) + turns) % 4]


def _design(printed: AkrotiriTileDesign) -> Design:
    return Design(
        tuple(frozenset(_sides(network.exits)) for network in printed.networks),
        tuple(frozenset(_corners(zone.corners)) for zone in printed.zones),
        component_id(AkrotiriTerrain.DESCRIPTOR, printed.terrain),
        component_id(AkrotiriCorner.DESCRIPTOR, printed.icon),
        tuple(_corners(dock.corner for dock in printed.docks)),
    )


def _sides(numbers: Iterable[int]) -> Iterator[str]:
    return (component_id(AkrotiriSide.DESCRIPTOR, number) for number in numbers)


def _corners(numbers: Iterable[int]) -> Iterator[str]:
    return (component_id(AkrotiriCorner.DESCRIPTOR, number) for number in numbers)

"""The design of a land tile: the exits that its routes join, the corners that its land joins, its docks."""

from itertools import combinations
from typing import Final

import msgspec

from clio.games.akrotiri.geometry.grid import (
    CORNERS,
    ROTATIONS,
    SIDES,
    Corner,
    Rotation,
    Side,
    turned_corner,
    turned_side,
)

RING: Final = ("nw", "n", "ne", "e", "se", "s", "sw", "w")
"""Corners and exits in the order in which they lie around a tile."""


class DockDesign(msgspec.Struct, frozen=True):
    """A dock: the corner whose land it stands on and an exit of the network it opens to."""

    corner: Corner
    exit: Side


class Design(msgspec.Struct, frozen=True):
    """A tile's design in one rotation."""

    networks: tuple[tuple[Side, ...], ...]
    zones: tuple[tuple[Corner, ...], ...]
    docks: tuple[DockDesign, ...]
    icon: Corner


def turned(design: Design, rotation: Rotation) -> Design:
    """The design rotated clockwise."""
    return Design(
        networks=tuple(tuple(turned_side(side, rotation) for side in network) for network in design.networks),
        zones=tuple(tuple(turned_corner(corner, rotation) for corner in zone) for zone in design.zones),
        docks=tuple(
            DockDesign(turned_corner(dock.corner, rotation), turned_side(dock.exit, rotation)) for dock in design.docks
        ),
        icon=turned_corner(design.icon, rotation),
    )


def rotations_of(design: Design) -> dict[str, Design]:
    """The design in each of its four rotations."""
    return {rotation: turned(design, rotation) for rotation in ROTATIONS}


def flaw_of(design: Design) -> str | None:
    """Why a design is impossible on a plane; None if it is possible."""
    if sorted(side for network in design.networks for side in network) != sorted(SIDES):
        return "each of the four exits belongs to exactly one network"
    if sorted(corner for zone in design.zones for corner in zone) != sorted(CORNERS):
        return "each of the four corners belongs to exactly one land zone"
    if any(_cross(one, other) for one, other in combinations(design.networks, 2)):
        return "two networks cross"
    if len(design.zones) != 5 - len(design.networks):
        return "a tile has 5 land zones less one for each network"
    if {frozenset(zone) for zone in design.zones} != _zones_between(design.networks):
        return "a route cuts through a land zone, or nothing parts two of them"
    if any(dock.exit not in dock.corner for dock in design.docks):
        return "a dock lies where its land and its route meet"
    return None


def _cross(one: tuple[Side, ...], other: tuple[Side, ...]) -> bool:
    return any(_part(one, *pair) for pair in combinations(other, 2))


def _part(network: tuple[Side, ...], one: str, other: str) -> bool:
    """Whether the network has exits on both ways around the tile from one place to the other."""
    first, last = sorted((RING.index(one), RING.index(other)))
    return len({first < RING.index(side) < last for side in network}) > 1


def _zones_between(networks: tuple[tuple[Side, ...], ...]) -> set[frozenset[Corner]]:
    return {
        frozenset(other for other in CORNERS if not any(_part(network, corner, other) for network in networks))
        for corner in CORNERS
    }

"""The moves of Akrotiri: a turn is a sequence of them."""

from typing import TypeAlias

import msgspec

from clio.games.akrotiri.geometry.grid import Corner, Rotation


class PlayTile(msgspec.Struct, frozen=True, gc=False):
    """Put the land tile in hand on an open cell, turned clockwise."""

    x: int
    y: int
    rotation: Rotation


class PlaceCube(msgspec.Struct, frozen=True, gc=False):
    """Put the second cube on a corner of the tile just played."""

    colour: str
    corner: Corner


class KeepGoal(msgspec.Struct, frozen=True, gc=False):
    """Keep one of the goal cards just drawn; the other goes to the bottom of the pile."""

    goal: str


class TakeGoal(msgspec.Struct, frozen=True, gc=False):
    """Take one of the open goal cards (strategist variant)."""

    goal: str


class DockBoat(msgspec.Struct, frozen=True, gc=False):
    """Choose the boat's first dock on Thera."""

    dock: int


class Sail(msgspec.Struct, frozen=True, gc=False):
    """Move the boat along the routes to a dock."""

    dock: int


class Portage(msgspec.Struct, frozen=True, gc=False):
    """Carry the boat overland to a dock of the same island."""

    dock: int


class PassBoat(msgspec.Struct, frozen=True, gc=False):
    """Move through the dock where the other boat lies: to it one way, on from it ``by`` the other way."""

    via: int
    by: str
    dock: int


class Load(msgspec.Struct, frozen=True, gc=False):
    """Take cubes from the island aboard."""

    cubes: tuple[str, ...]


class Unload(msgspec.Struct, frozen=True, gc=False):
    """Put a cube ashore."""

    cube: str


class Sell(msgspec.Struct, frozen=True, gc=False):
    """Sell a cube at Thera."""

    cube: str


class BuyMaps(msgspec.Struct, frozen=True, gc=False):
    """Buy up to three map cards with one action, so many of each difficulty."""

    easy: int
    medium: int
    hard: int


class ConsultOracle(msgspec.Struct, frozen=True, gc=False):
    """Ask for a tile with that terrain."""

    terrain: str


class Excavate(msgspec.Struct, frozen=True, gc=False):
    """Play a map card and dig at the quadrant of that corner of a tile."""

    card: str
    x: int
    y: int
    corner: Corner


class EndTurn(msgspec.Struct, frozen=True, gc=False):
    """Let the other player move."""


AkrotiriMove: TypeAlias = (
    PlayTile
    | PlaceCube
    | KeepGoal
    | TakeGoal
    | DockBoat
    | Sail
    | Portage
    | PassBoat
    | Load
    | Unload
    | Sell
    | BuyMaps
    | ConsultOracle
    | Excavate
    | EndTurn
)

"""The moves of Amphipolis. The tiles of a move are a multiset, kept sorted."""

from typing import TypeAlias

import msgspec
from msgspec.structs import force_setattr


class _TileSet(msgspec.Struct, frozen=True, gc=False):
    tiles: tuple[str, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "tiles", tuple(sorted(self.tiles)))


class Take(msgspec.Struct, frozen=True, gc=False):
    """Choose a sorting area and take up to two of its tiles."""

    area: str
    tiles: tuple[str, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "tiles", tuple(sorted(self.tiles)))


class PassTurn(msgspec.Struct, frozen=True, gc=False):
    """Take nothing because no area has a tile."""


class UseAssistant(msgspec.Struct, frozen=True, gc=False):
    """Take one tile from any area."""

    tile: str


class UseArchaeologist(_TileSet, frozen=True, gc=False):
    """Take one or two tiles from one other area."""


class UseDigger(_TileSet, frozen=True, gc=False):
    """Take one or two more tiles from the chosen area."""


class UseProfessor(_TileSet, frozen=True, gc=False):
    """Take one tile from each other area that has any."""


class EndTurn(msgspec.Struct, frozen=True, gc=False):
    """Use no character."""


Move: TypeAlias = Take | PassTurn | UseAssistant | UseArchaeologist | UseDigger | UseProfessor | EndTurn

"""The moves of Akros."""

import msgspec


class Keep(msgspec.Struct, frozen=True, gc=False):
    """Keep one of the tiles on offer; the others go to Ifrit or to the Temple of Time."""

    tile: str


class Place(msgspec.Struct, frozen=True, gc=False):
    """Put the kept tile on the region ``target`` and move the servant on the region ``origin`` onto it."""

    origin: int
    target: int


Move = Keep | Place

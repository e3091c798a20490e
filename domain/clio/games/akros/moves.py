"""The two kinds of choice in Akros."""

import msgspec


class Keep(msgspec.Struct, frozen=True, gc=False):
    """Keep one of the tiles on offer; what is not kept goes on to Ifrit or to the Temple of Time."""

    tile: str


class Place(msgspec.Struct, frozen=True, gc=False):
    """Put the kept tile on the region ``target`` and move the servant on the region ``origin`` onto it."""

    origin: int
    target: int


Move = Keep | Place

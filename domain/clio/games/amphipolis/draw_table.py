"""The draw table: which facts show which draws."""

from typing import Final

from clio.kernel.integrity.draw_table import DeckDraw, Draw, FirstOfEachDraw, NumberDraw, Shown

_POOL: Final = Shown("SiteOpened", "pool")
_OPENING: Final = Shown("SiteOpened", "tiles")

DRAWS: Final[tuple[Draw, ...]] = (
    NumberDraw("order", Shown("SiteOpened", "first_seat"), option=("first_seat", "random")),
    FirstOfEachDraw(
        "amphipolis/setup",
        pool=_POOL,
        shown=_OPENING,
        groups=(("mosaic-",), ("caryatid", "sphinx"), ("amphora-",), ("skeleton-",)),
    ),
    DeckDraw("amphipolis/bag", pool=_POOL, less=_OPENING, shown=(Shown("TilesDrawn", "tiles"),)),
)

"""The draw table: which facts show which draws."""

from typing import Final

from clio.kernel.integrity.draw_table import DeckDraw, Draw, NumberDraw, Shown

DRAWS: Final[tuple[Draw, ...]] = (
    NumberDraw("akros/sides", Shown("BoardLaid", "jinn"), among=2, option=("sides", "random"), otherwise=0),
    DeckDraw("akros/bag", pool=Shown("BoardLaid", "pool"), shown=(Shown("TilesDrawn", "tiles"),)),
)

"""The draw table: which facts show which draws."""

from typing import Final

from clio.kernel.integrity.draw_table import DeckDraw, Draw, NumberDraw, Shown

DRAWS: Final[tuple[Draw, ...]] = (
    NumberDraw("order", Shown("TableLaid", "first_seat"), option=("first_seat", "random")),
    DeckDraw(
        "akrotiri/tiles",
        pool=Shown("TableLaid", "tiles"),
        shown=(Shown("TileDrawn", "tile"), Shown("OracleConsulted", "flipped")),
        refill=Shown("TilesReshuffled", "tiles"),
        numbered="shuffle",
    ),
    *(
        DeckDraw(
            f"akrotiri/maps/{deck}",
            pool=Shown("TableLaid", deck),
            shown=(Shown("MapDrawn", "card", where=("deck", deck)),),
        )
        for deck in ("easy", "medium", "hard")
    ),
    DeckDraw(
        "akrotiri/goals",
        pool=Shown("TableLaid", "goals"),
        shown=(Shown("GoalDrawn", "goal"), Shown("GoalsOpened", "goals")),
    ),
)

"""The fields that show draws, from the games' own draw tables: what damages and mutants change."""

from clio.games.registry import BUILT_IN
from clio.kernel.integrity.draw_rows import DrawRow, forms_of


def _rows() -> list[tuple[str, DrawRow]]:
    return [(name, row) for name, game in BUILT_IN.items() for row in game.draw_rows()]


def _sealed(game: str, event: str) -> tuple[str, ...]:
    return next(cls.SEALED for cls in BUILT_IN[game].events if cls.__name__ == event)


DRAWN_LISTS: dict[str, str] = {
    f"{game}.{shown.event}": shown.field
    for game, row in _rows()
    for shown in row.shown
    if shown.is_list and shown.field not in _sealed(game, shown.event)
}
"""Where draws stand in the open, as lists."""
DRAWN_SECRETS: dict[str, str] = {
    f"{game}.{shown.event}": shown.field
    for game, row in _rows()
    for shown in row.shown
    if shown.field in _sealed(game, shown.event)
}
"""Where draws are sealed."""
POOLS: dict[str, tuple[str, ...]] = {
    f"{game}.{event}": pools
    for game in BUILT_IN
    for event, fields in forms_of(BUILT_IN[game].draw_rows()).items()
    if (pools := tuple(field for field, form in fields.items() if form == "pool"))
}
"""Where pools are shown."""
CHOSEN: dict[str, tuple[str, str, str]] = {
    f"{game}.{row.shown[0].event}": (row.shown[0].field, row.drawn_if.option, row.drawn_if.value)
    for game, row in _rows()
    if row.kind == "number" and row.drawn_if
}
"""What names a seat: its field, the option that may fix it, and the value that leaves it to chance."""

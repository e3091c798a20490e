"""Board renderer of Akros: hexagons as offset rectangles, so that each touches six others."""

from collections.abc import Iterable, Mapping
from typing import Final

from clio.cli.i18n.translate import filled, t
from clio.cli.render.canvas import Canvas, Span
from clio.cli.render.component_counts import component_id
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.render.styles import BOLD, DIM
from clio.cli.text.message_text import Names, seat_name
from clio.v1.akros_pb2 import AkrosEnvironment, AkrosEvent, AkrosMove, AkrosRegionView, AkrosSide, AkrosView
from clio.v1.event_pb2 import Event
from clio.v1.move_pb2 import Move
from clio.v1.view_pb2 import View

_INSIDE: Final = 8
_BRICK: Final = _INSIDE + 1
_LETTERS: Final = {"forest": "forest|F", "mountain": "mountain|M", "sea": "sea|S"}
_LETTER: Final = {"jinn": "J", "ifrit": "I"}
_CROSSINGS: Final[Mapping[frozenset[str], str]] = {
    frozenset("lr"): "─",
    frozenset("lrd"): "┬",
    frozenset("lru"): "┴",
    frozenset("lrud"): "┼",
    frozenset("rd"): "┌",
    frozenset("ld"): "┐",
    frozenset("ru"): "└",
    frozenset("lu"): "┘",
    frozenset("rud"): "├",
    frozenset("lud"): "┤",
    frozenset("ud"): "│",
    frozenset("l"): "─",
    frozenset("r"): "─",
    frozenset("u"): "│",
    frozenset("d"): "│",
}
"""The box-drawing character of a crossing, by its directions: left, right, up, down."""


def environment(value: int) -> str:
    """The id of an environment."""
    return component_id(AkrosEnvironment.DESCRIPTOR, value)


def letter(name: str) -> str:
    """The letter of an environment, translated as a letter because two words may share an initial."""
    return t(_LETTERS[name]).rpartition("|")[2]


def draw(view: View, names: Names, marks: Marks, options: RenderOptions) -> Canvas:
    """Draws the regions, with offer, servants and piles below."""
    board = view.akros
    canvas = Canvas()
    _draw_regions(canvas, board, marks, options)
    _draw_table(canvas, board, names, marks)
    return canvas


def touched_by_event(event: Event) -> frozenset[str]:
    """The places that an event changes."""
    happened: AkrosEvent = event.akros
    match happened.WhichOneof("event"):
        case "tile_placed":
            placed = happened.tile_placed
            return frozenset({f"region:{placed.origin}", f"region:{placed.target}"})
        case "tile_kept":
            return frozenset({f"hand:{component_id(AkrosSide.DESCRIPTOR, happened.tile_kept.side)}"})
        case "tile_discarded":
            return frozenset({f"pile:{happened.tile_discarded.pile}"})
        case _:
            return frozenset()


def touched_by_move(move: Move) -> frozenset[str]:
    """The places that a move concerns."""
    chosen: AkrosMove = move.akros
    if chosen.WhichOneof("action") == "keep":
        return frozenset({f"tile:{environment(chosen.keep.tile)}"})
    return frozenset({f"region:{chosen.place.origin}", f"region:{chosen.place.target}"})


def _draw_regions(canvas: Canvas, board: AkrosView, marks: Marks, options: RenderOptions) -> None:
    rows = {region.r for region in board.regions}
    top = min(rows)
    left = min(2 * region.q + region.r for region in board.regions)
    crossings: dict[tuple[int, int], set[str]] = {}
    for region in board.regions:
        x, y = (2 * region.q + region.r - left) * _BRICK // 2, 2 * (region.r - top)
        _frame(crossings, x, y)
        canvas.write(y + 1, *_inside(region, marks), x=x + 1)
    for (x, y), ways in crossings.items():
        character = _CROSSINGS[frozenset(ways)]
        if not options.unicode:
            character = {"─": "-", "│": "|"}.get(character, "+")
        canvas.put(x, y, character, DIM)


def _frame(crossings: dict[tuple[int, int], set[str]], x: int, y: int) -> None:
    right, bottom = x + _BRICK, y + 2
    for row in (y, bottom):
        for column in range(x, right + 1):
            ways = crossings.setdefault((column, row), set())
            ways |= {"r"} if column == x else {"l"} if column == right else {"l", "r"}
    for column in (x, right):
        crossings.setdefault((column, y), set()).add("d")
        crossings.setdefault((column, y + 1), set()).update("ud")
        crossings.setdefault((column, bottom), set()).add("u")


def _inside(region: AkrosRegionView, marks: Marks) -> Iterable[Span]:
    """The eight columns of a region: mark, number, environment, height, servant, and ! if contested."""
    place = f"region:{region.id}"
    ground = environment(region.environment)
    side = component_id(AkrosSide.DESCRIPTOR, region.servant) if region.HasField("servant") else ""
    marked = marks.style(place)
    return (
        Span(marks.sign(place), marked),
        Span(f"{region.id:>2}", marked),
        Span(" "),
        Span(letter(ground), ground),
        Span(str(region.tiles) if region.tiles else " ", BOLD),
        Span(_LETTER.get(side, " "), side),
        Span("!" if region.contested else " ", "contested"),
    )


def _draw_table(canvas: Canvas, board: AkrosView, names: Names, marks: Marks) -> None:
    y = canvas.height
    offer = [environment(tile) for tile in board.offer]
    spans = [Span(filled("Turn {turn} of 9", turn=board.turn)), Span(f"   {t('Offer')}:")]
    for tile in offer or ["-"]:
        place = f"tile:{tile}"
        spans += [Span(marks.sign(place) if offer else " ", marks.style(place)), Span(t(tile), tile if offer else "")]
    canvas.write(y, *spans)
    for row, side in enumerate(("jinn", "ifrit"), start=1):
        seat = getattr(board, side)
        tile = environment(getattr(board, f"{side}_tile")) if board.HasField(f"{side}_tile") else ""  # type: ignore[arg-type]  # one of two names
        merits = getattr(board, f"{side}_merits")
        canvas.write(
            y + row,
            Span(marks.sign(f"hand:{side}"), marks.style(f"hand:{side}")),
            Span(f"{_LETTER[side]} {side.capitalize():<6}", side),
            Span(f"{seat_name(seat, names):.20} "),
            Span(filled("merits {merits}", merits=merits), BOLD),
            Span(f"  {t('keeps')} {t(tile)}" if tile else ""),
        )
    spans = [Span(f"{t('Dominion')} J:I ")]
    for dominion in board.dominions:
        ground = environment(dominion.environment)
        lead = component_id(AkrosSide.DESCRIPTOR, dominion.merit) if dominion.HasField("merit") else ""
        won = f" {_LETTER[lead]}" if lead else ""
        spans += [Span(f" {t(ground)}", ground), Span(f" {dominion.jinn}:{dominion.ifrit}{won}")]
    canvas.write(y + 3, *spans)
    piles = [Span(f"{t('Temple of Time')}")]
    for pile in board.temple:
        tiles = "".join(letter(environment(tile)) for tile in pile.tiles) or "-"
        piles.append(Span(f" {pile.turn}:{tiles}", marks.style(f"pile:{pile.turn}")))
    piles.append(Span(f"  {t('bag')} {board.bag}"))
    canvas.write(y + 4, *piles)

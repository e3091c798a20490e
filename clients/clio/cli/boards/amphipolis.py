"""Board renderer of Amphipolis: a row for the site and each team, a column for each kind of tile."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from google.protobuf.message import Message

from clio.cli.i18n.translate import filled, t
from clio.cli.render.canvas import Canvas, Span
from clio.cli.render.component_counts import component_id, counts_of
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.render.styles import BOLD, DIM, seat_style
from clio.cli.text.message_text import Names, seat_name
from clio.v1.amphipolis_pb2 import (
    AmphipolisArea,
    AmphipolisCharacter,
    AmphipolisMove,
    AmphipolisSeatView,
    AmphipolisTile,
    AmphipolisView,
)
from clio.v1.event_pb2 import Event
from clio.v1.move_pb2 import Move
from clio.v1.view_pb2 import View

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "mosaics": ("mosaic-green", "mosaic-red", "mosaic-yellow"),
    "statues": ("caryatid", "sphinx"),
    "amphoras": (
        "amphora-blue",
        "amphora-brown",
        "amphora-green",
        "amphora-purple",
        "amphora-red",
        "amphora-yellow",
    ),
    "skeletons": ("skeleton-large-upper", "skeleton-large-lower", "skeleton-small-upper", "skeleton-small-lower"),
}
_SHORT: Final[Mapping[str, str]] = {"upper": "^", "lower": "v"}
_NAMES: Final = 9
_CELL: Final = 3
_NARROWEST: Final = 7
"""The minimum width of an area's columns, for its name."""
_CHARACTERS: Final = ("assistant", "archaeologist", "digger", "professor")


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The drawing context of all parts."""

    canvas: Canvas
    names: Names
    marks: Marks
    options: RenderOptions


def tile(value: int) -> str:
    """The id of a tile."""
    return component_id(AmphipolisTile.DESCRIPTOR, value)


def area_of(kind: str) -> str:
    """The sorting area of a kind of tile."""
    return next(area for area, kinds in KINDS.items() if kind in kinds)


def draw(view: View, names: Names, marks: Marks, options: RenderOptions) -> Canvas:
    """Draws the site, the entrance, and every team's finds, characters and points."""
    board = view.amphipolis
    sheet = _Sheet(Canvas(), names, marks, options)
    _draw_heading(sheet)
    found = Counter[str]()
    for area in board.areas:
        found.update(counts_of(area.tiles))
    _draw_row(sheet, 2, Span(t("areas"), BOLD), found, "site")
    sheet.canvas.put(0, 3, options.line * sheet.canvas.width, DIM)
    y = 4
    for team in board.seats:
        y = _draw_team(sheet, y, team, moves=team.seat == board.seat)
    if board.HasField("robber"):
        _draw_row(sheet, y, Span(t("robber")), counts_of(board.robber.tiles), "robber")
        sheet.canvas.write(y + 1, Span(filled("{points} points", points=board.robber.score), BOLD), x=1)
        y += 2
    _draw_entrance(sheet, y, board)
    return sheet.canvas


def touched_by_event(event: Event) -> frozenset[str]:
    """The places that an event changes."""
    happened = event.amphipolis
    which = happened.WhichOneof("event")
    if which is None:
        return frozenset()
    detail: Message = getattr(happened, which)
    kinds = {tile(value) for value in getattr(detail, "tiles", ())}
    drawn = which in ("tiles_drawn", "site_opened")
    owner = "robber" if which == "robber_struck" else "site" if drawn else f"team:{getattr(detail, 'seat', 0)}"
    return frozenset({"entrance" if kind == "landslide" else f"{owner}:{kind}" for kind in kinds})


def touched_by_move(move: Move) -> frozenset[str]:
    """The places that a move concerns."""
    chosen: AmphipolisMove = move.amphipolis
    which = chosen.WhichOneof("action")
    if which is None:
        return frozenset()
    places = {f"site:{kind}" for kind in _taken(chosen)}
    if which == "take":
        places.add(f"area:{component_id(AmphipolisArea.DESCRIPTOR, chosen.take.area)}")
    if which.startswith("use_"):
        places.add(f"character:{which.removeprefix('use_')}")
    return frozenset(places)


def _taken(move: AmphipolisMove) -> list[str]:
    detail: Message = getattr(move, move.WhichOneof("action") or "end_turn")
    single = getattr(detail, "tile", 0)
    return [tile(value) for value in ([single] if single else getattr(detail, "tiles", ()))]


def _columns() -> Iterable[tuple[int, str, str]]:
    """The first column of each kind of tile, with its area and id."""
    x = _NAMES
    for area, kinds in KINDS.items():
        for kind in kinds:
            yield x, area, kind
            x += _CELL
        x += 1 + max(_NARROWEST - len(kinds) * _CELL, 0)


def _draw_heading(sheet: _Sheet) -> None:
    canvas, marks = sheet.canvas, sheet.marks
    seen: set[str] = set()
    for x, area, kind in _columns():
        if area not in seen:
            seen.add(area)
            place = f"area:{area}"
            bar = sheet.options.bar if x > _NAMES else " "
            canvas.put(x - 1, 0, marks.sign(place).strip() or bar, marks.style(place) or DIM)
            canvas.put(x - 1, 1, bar, DIM)
            canvas.put(x, 0, t(area)[: max(len(KINDS[area]) * _CELL, _NARROWEST)], marks.style(place))
        canvas.put(x, 1, f"{abbreviated(kind):>{_CELL - 1}}", _hue(kind))


def abbreviated(kind: str) -> str:
    """A two-letter heading: a colour, a statue, or the size and half of a skeleton."""
    parts = kind.split("-")
    if parts[0] == "skeleton":
        return t(parts[1])[:1].upper() + _SHORT[parts[2]]
    return t(parts[-1])[:2].capitalize()


def _hue(kind: str) -> str:
    colour = kind.rpartition("-")[2]
    return colour if kind.startswith(("mosaic", "amphora")) else BOLD


def _draw_row(sheet: _Sheet, y: int, name: Span, tiles: Mapping[str, int], owner: str) -> None:
    canvas, marks = sheet.canvas, sheet.marks
    canvas.write(y, Span(f"{name.text:.9}", name.style))
    for x, area, kind in _columns():
        if kind == KINDS[area][0] and x > _NAMES:
            canvas.put(x - 1, y, sheet.options.bar, DIM)
        number = tiles.get(kind, 0)
        place = f"{owner}:{kind}"
        text = f"{number or sheet.options.dot:>{_CELL - 1}}"
        column = canvas.put(x, y, text, f"{_hue(kind)} {marks.style(place)}" if number else DIM)
        if (sign := marks.sign(place)) != " ":
            canvas.put(column, y, sign, marks.style(place))


def _draw_team(sheet: _Sheet, y: int, team: AmphipolisSeatView, *, moves: bool) -> int:
    canvas, marks, options = sheet.canvas, sheet.marks, sheet.options
    name = sheet.names.get(team.seat) or seat_name(team.seat, sheet.names)
    pointer = options.pointer if moves else " "
    _draw_row(sheet, y, Span(f"{pointer}{name}", seat_style(team.seat)), counts_of(team.tiles), f"team:{team.seat}")
    unused = [component_id(AmphipolisCharacter.DESCRIPTOR, value) for value in team.characters]
    points = filled("{points} points", points=team.score)
    x = canvas.write(y + 1, Span(f" {points}" + (f" ({t('resigned')})" if team.retired else ""), BOLD))
    for character in (each for each in _CHARACTERS if each in unused):
        place = f"character:{character}"
        sign, style = (marks.sign(place).strip(), marks.style(place)) if moves else ("", "")
        x = canvas.put(x, y + 1, f" {sign}{t(character)}", style)
    used = [t(character) for character in _CHARACTERS if character not in unused]
    if used:
        canvas.put(x, y + 1, f"  {filled('used: {characters}', characters=' '.join(used))}", DIM)
    return y + 2


def _draw_entrance(sheet: _Sheet, y: int, board: AmphipolisView) -> None:
    covered, free = board.entrance_covered, board.entrance_free
    full, empty = ("▓", "░") if sheet.options.unicode else ("#", ".")
    sheet.canvas.write(
        y,
        Span(f"{t('Entrance')} ", sheet.marks.style("entrance")),
        Span(full * covered, "landslide"),
        Span(empty * free, DIM),
        Span(f" {covered}/{covered + free}"),
        Span(f"  {t('bag')} {board.bag_left}  {filled('turn {turn}', turn=board.turn)}"),
    )

"""The board of Akrotiri in a terminal: tiles told apart, the boat always shown, everything on a quarter shown."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from clio.cli.boards import akrotiri
from clio.cli.boards.akrotiri_map import Window, cells_of, draw_tile, window_on
from clio.cli.boards.akrotiri_quarter import BOATS
from clio.cli.boards.akrotiri_side import PANEL_WIDTH
from clio.cli.boards.akrotiri_tile import ROTATIONS, designs_of, land, routes, turned
from clio.cli.local.components import local_components
from clio.cli.render.canvas import Canvas
from clio.cli.render.layout import ScreenLayout
from clio.cli.render.options import Marks, RenderOptions
from clio.server.codec import views as view_wire
from clio.v1.akrotiri_pb2 import AkrotiriRotation, AkrotiriTileView, AkrotiriView
from clio.v1.components_pb2 import Components
from clio.v1.view_pb2 import View
from tests.kit.table import Table

NAMES = {0: "Ada", 1: "greedy 1"}


def components() -> Components:
    found = local_components("akrotiri", "standard")
    assert found is not None
    return found


def options(size: tuple[int, int] = (80, 24), *, unicode: bool = True) -> RenderOptions:
    drawn = RenderOptions(unicode=unicode, colour=False, components=components(), points={0: 1, 1: 2})
    return ScreenLayout.on(size).apply(drawn)


def views(moves: int, step: int = 7) -> Iterator[View]:
    table = Table("akrotiri", 2, seed=3)
    for number, _ in enumerate(table.play_out(moves)):
        if number % step == 0 and table.match.to_move:
            yield view_wire.to_message(table.match, table.match.to_move[0])


@pytest.mark.parametrize("unicode", [True, False])
def test_two_designs_and_two_rotations_never_look_alike(*, unicode: bool) -> None:
    """Alike are only the two rotations of a tile that has the same land, routes, docks and icon in both."""
    pictures: dict[str, object] = {}
    for design in designs_of(components().akrotiri).values():
        for rotation in ROTATIONS:
            lying, canvas = turned(design, rotation), Canvas()
            draw_tile(canvas, (0, 0), lying, options(unicode=unicode))
            essence = (
                frozenset(lying.networks),
                frozenset(lying.zones),
                lying.icon,
                lying.terrain,
                frozenset(lying.docks),
            )
            assert pictures.setdefault("\n".join(canvas.lines()), essence) == essence
    assert len(pictures) > 100


def test_what_a_picture_joins_is_what_the_tile_joins() -> None:
    """Land that touches in the picture is one zone, and routes that touch are one network."""
    for design in designs_of(components().akrotiri).values():
        for rotation in ROTATIONS:
            lying = turned(design, rotation)
            ground = land(lying)
            for one, other in combinations(ground, 2):
                if abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1:
                    assert any({ground[one], ground[other]} <= zone for zone in lying.zones)
            assert not set(ground) & set(routes(lying, unicode=True))
            for zone in lying.zones:
                assert {ground[place] for place in ground} >= {min(zone)}


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_the_boat_of_the_mover_is_on_every_screen(size: tuple[int, int]) -> None:
    seen, room = 0, options(size)
    for view in views(400, 13):
        board = view.akrotiri
        if board.players[board.seat].HasField("boat"):
            lines = akrotiri.draw(view, NAMES, _far_targets(board), room).lines()
            on_map = [line[: room.columns - PANEL_WIDTH] for line in lines[: _first(lines, "turn ")]]
            assert any(BOATS[board.seat] in line for line in on_map)
            seen += 1
    assert seen > 15


def _far_targets(board: AkrotiriView) -> Marks:
    """Marks at the far end of the map, which the window would follow if it did not keep the boat."""
    boat = next(dock for dock in board.docks if dock.HasField("boat") and dock.boat == board.seat)
    x, y = max(cells_of(board), key=lambda cell: abs(cell[0] - boat.x) + abs(cell[1] - boat.y))
    return Marks(targets=frozenset({f"cell:{x},{y}"}))


def _first(lines: list[str], start: str) -> int:
    return next(number for number, line in enumerate(lines) if line.startswith(start))


def test_a_board_never_outgrows_its_panel() -> None:
    for size in ((80, 24), (120, 40), (200, 60)):
        for view in views(400, 31):
            canvas = akrotiri.draw(view, NAMES, Marks(), options(size))
            assert canvas.height <= options(size).rows
            assert canvas.width <= options(size).columns


def test_a_larger_terminal_shows_more() -> None:
    view = list(views(400, 31))[-1]
    shown = [akrotiri.draw(view, NAMES, Marks(), options(size)).lines() for size in ((80, 24), (120, 40), (200, 60))]
    words = [sum(len(line.split()) for line in lines) for lines in shown]
    assert words == sorted(set(words))
    assert not any(line.startswith("island") for line in shown[0])
    assert any(line.startswith("island") for line in shown[2])


def test_scrolling_moves_the_window_and_stops_at_the_edge_of_the_map() -> None:
    view = list(views(400, 31))[-1]
    board, size = view.akrotiri, (46, 10)
    windows: list[Window] = [
        window_on(board, Marks(), replace(options(), scroll=(right, 0)), size) for right in (-99, 0, 99)
    ]
    assert windows[0].columns.start == min(x for x, _ in cells_of(board))
    assert windows[2].columns.stop - 1 == max(x for x, _ in cells_of(board))
    assert windows[0].rows == windows[1].rows


def test_arrows_point_to_the_sides_where_the_map_goes_on() -> None:
    view = list(views(400, 31))[-1]
    for scroll, hidden, shown in (((-99, -99), "→↓", "←↑"), ((99, 99), "←↑", "→↓")):
        text = "\n".join(akrotiri.draw(view, NAMES, Marks(), replace(options(), scroll=scroll)).lines())
        assert set(hidden) <= set(text)
        assert not set(shown) & set(text)


def test_a_boat_that_is_scrolled_away_stays_on_the_small_map() -> None:
    lost = 0
    for view in views(400, 9):
        board = view.akrotiri
        if not board.players[board.seat].HasField("boat"):
            continue
        for scroll in ((-99, -99), (99, 99), (-99, 99), (99, -99)):
            lines = akrotiri.draw(view, NAMES, Marks(), replace(options(), scroll=scroll)).lines()
            above = lines[: _first(lines, "turn ")]
            on_map = [line[: options().columns - PANEL_WIDTH] for line in above]
            beside = [line[options().columns - PANEL_WIDTH :] for line in lines]
            is_lost = not any(BOATS[board.seat] in line for line in on_map)
            lost += is_lost
            assert not is_lost or any(BOATS[board.seat] in line for line in beside)
    assert lost > 5


def test_cubes_are_in_the_order_of_the_market_everywhere() -> None:
    order = "obgy"
    lists = 0
    for view in views(400, 5):
        lines = akrotiri.draw(view, NAMES, Marks(), options((200, 60))).lines()
        for found in (*(line.partition("[")[2].partition("]")[0] for line in lines if "[" in line), *_cubes(lines)):
            assert [order.index(cube) for cube in found] == sorted(order.index(cube) for cube in found)
            lists += len(set(found)) > 1
    assert lists > 5


def _cubes(lines: list[str]) -> list[str]:
    return [line.partition(" cubes ")[2].split()[0] for line in lines if " cubes " in line]


def test_the_four_rotations_are_drawn_while_the_tile_is_to_be_played() -> None:
    view = next(view for view in views(400, 1) if view.akrotiri.step == 1)
    lines = "\n".join(akrotiri.draw(view, NAMES, Marks(), options()).lines())
    assert all(f"{angle}°" in lines for angle in (0, 90, 180, 270))


def test_everything_on_a_quarter_is_shown() -> None:
    """A cube under a boat, beside an icon and a temple, on a dock with two digits."""
    board = AkrotiriView(data="standard")
    r0 = AkrotiriRotation.AKROTIRI_ROTATION_R0
    board.tiles.append(AkrotiriTileView(tile="x1-volcano", x=0, y=0, rotation=r0, terrain=1, icon=1))
    board.docks.add(dock=17, x=0, y=0, corner=1, boat=1)
    board.temples.add(seat=0, x=0, y=0, corner=1)
    board.cubes.add(colour=1, x=0, y=0, corner=1)
    board.players.add(seat=0)
    board.players.add(seat=1, boat=17)
    first = akrotiri.draw(View(akrotiri=board), NAMES, Marks(), options()).lines()[1]
    assert set("VAo&") <= set(first)

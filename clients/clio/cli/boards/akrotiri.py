"""Board renderer of Akrotiri: map, market, boats and hand."""

from dataclasses import replace

from clio.cli.boards.akrotiri_map import draw_map, window_on
from clio.cli.boards.akrotiri_side import PANEL_WIDTH, draw_side
from clio.cli.boards.akrotiri_table import draw_table
from clio.cli.local.components import local_components
from clio.cli.render.canvas import Canvas
from clio.cli.render.component_counts import component_id
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.text.message_text import Names
from clio.v1.akrotiri_pb2 import AkrotiriColour, AkrotiriCorner, AkrotiriMove
from clio.v1.event_pb2 import Event
from clio.v1.move_pb2 import Move
from clio.v1.view_pb2 import View


def draw(view: View, names: Names, marks: Marks, options: RenderOptions) -> Canvas:
    """Draws as much of the map as fits, the table below it, and the tile in hand beside both."""
    board = view.akrotiri
    if options.components is None:
        options = replace(options, components=local_components("akrotiri", board.data))
    left = replace(options, columns=options.columns - PANEL_WIDTH)
    table = draw_table(view, names, marks, left)
    size = (left.columns, options.rows - table.height)
    canvas = draw_map(board, marks, options, size)
    top = canvas.height
    for y, line in enumerate(table.spans(), start=top):
        canvas.write(y, *line)
    canvas.crop(left.columns)
    for y, line in enumerate(draw_side(board, window_on(board, marks, options, size), marks, options).spans()):
        canvas.write(y, *line, x=left.columns)
    return canvas


def touched_by_event(event: Event) -> frozenset[str]:
    """The places that an event changes."""
    happened = event.akrotiri
    match happened.WhichOneof("event"):
        case "tile_played":
            return frozenset({f"cell:{happened.tile_played.x},{happened.tile_played.y}"})
        case "boat_docked":
            return frozenset({f"dock:{happened.boat_docked.dock}"})
        case "boat_moved":
            return frozenset({f"dock:{happened.boat_moved.dock}"})
        case "cube_placed":
            cube = happened.cube_placed
            return frozenset({_corner(cube.x, cube.y, cube.corner), _market(cube.colour)})
        case "cube_unloaded":
            shore = happened.cube_unloaded
            return frozenset({_corner(shore.x, shore.y, shore.corner)})
        case "cube_sold":
            return frozenset({_market(happened.cube_sold.colour)})
        case "temple_excavated":
            temple = happened.temple_excavated
            return frozenset({_corner(temple.x, temple.y, temple.corner)})
        case _:
            return frozenset()


def touched_by_move(move: Move) -> frozenset[str]:
    """The places that a move concerns."""
    chosen: AkrotiriMove = move.akrotiri
    which = chosen.WhichOneof("action")
    match which:
        case "play_tile":
            return frozenset({f"cell:{chosen.play_tile.x},{chosen.play_tile.y}"})
        case "dock_boat" | "sail" | "portage" | "pass_boat":
            return frozenset({f"dock:{getattr(chosen, which).dock}"})
        case "place_cube":
            return frozenset({_market(chosen.place_cube.colour)})
        case "sell":
            return frozenset({_market(chosen.sell.cube)})
        case "excavate":
            site = chosen.excavate
            return frozenset({_corner(site.x, site.y, site.corner), f"card:{site.card}"})
        case _:
            return frozenset()


def _corner(x: int, y: int, corner: int) -> str:
    return f"corner:{x},{y},{component_id(AkrotiriCorner.DESCRIPTOR, corner)}"


def _market(colour: int) -> str:
    return f"market:{component_id(AkrotiriColour.DESCRIPTOR, colour)}"

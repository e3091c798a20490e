"""Previews of moves in Akrotiri, as far as a client can compute them without the rules."""

from clio.v1.akrotiri_pb2 import AkrotiriMove, AkrotiriPlayerView, AkrotiriTempleView, AkrotiriTileView, AkrotiriView
from clio.v1.move_pb2 import Move
from clio.v1.view_pb2 import View


def after(view: View, move: Move) -> View:
    """Previews the board with the tile, boat, cube or temple where the move puts it."""
    changed = View()
    changed.CopyFrom(view)
    board, chosen = changed.akrotiri, move.akrotiri
    player = next(player for player in board.players if player.seat == board.seat)
    which = chosen.WhichOneof("action") or ""
    match which:
        case "play_tile":
            tile = chosen.play_tile
            board.tiles.append(AkrotiriTileView(tile=player.tile, x=tile.x, y=tile.y, rotation=tile.rotation))
        case "dock_boat" | "sail" | "portage" | "pass_boat":
            _move_boat(board, player, getattr(chosen, which).dock)
        case "excavate":
            _build(board, player, chosen)
        case "load":
            player.cargo.extend(chosen.load.cubes)
        case "unload":
            player.cargo.remove(chosen.unload.cube)
        case "sell":
            player.cargo.remove(chosen.sell.cube)
            player.drachmas += next((row.price for row in board.market if row.colour == chosen.sell.cube), 0)
        case _:
            pass
    return changed


def _move_boat(board: AkrotiriView, player: AkrotiriPlayerView, target: int) -> None:
    for dock in board.docks:
        if dock.HasField("boat") and dock.boat == player.seat:
            dock.ClearField("boat")
        if dock.dock == target:
            dock.boat = player.seat
    player.boat = target


def _build(board: AkrotiriView, player: AkrotiriPlayerView, chosen: AkrotiriMove) -> None:
    site = chosen.excavate
    card = next((card for card in player.maps if card.card == site.card), None)
    if card is not None:
        player.drachmas -= card.cost
        player.maps.remove(card)
    player.temples += 1
    board.temples.append(AkrotiriTempleView(seat=player.seat, card=site.card, x=site.x, y=site.y, corner=site.corner))

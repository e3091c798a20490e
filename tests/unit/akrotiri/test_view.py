from msgspec.structs import replace

from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.state import Cube, Temple
from clio.games.akrotiri.view import LandView, RouteView, SiteView
from tests.unit.akrotiri.table import CHAIN, play, player, table
from tests.unit.akrotiri.test_excavation import DIGGER, EXAMPLE


def test_tiles_are_shown_as_they_lie_with_their_islands_and_networks() -> None:
    state = table(("x1-lake", (1, 0)), ("t4-tree", (2, 0), "r90"))
    view = GAME.view(state, 0)
    tile = view.tiles[1]
    assert (tile.tile, tile.x, tile.y, tile.rotation, tile.terrain, tile.icon) == ("t4-tree", 2, 0, "r90", "tree", "ne")
    land = {spot.corner: spot.island for spot in tile.land}
    assert land["ne"] == land["se"] != land["sw"]
    routes = {route.side: route.network for route in tile.routes}
    assert routes["n"] == routes["s"] == routes["w"] != routes["e"]
    assert view.thera[0].routes[0] == RouteView("n", routes["w"])
    assert LandView("se", state.archipelago.islands.number_at[0, 0]) in view.thera[0].land


def test_islands_are_shown_with_all_that_lies_on_them() -> None:
    cubes = (Cube("blue", 1, 0, "se"), Cube("blue", 2, 0, "sw"))
    view = GAME.view(table(*CHAIN, cubes=cubes, temples=(Temple(1, "easy-1", 1, 0, "nw"),)), 0)
    island = next(island for island in view.islands if 4 in island.docks)
    assert island.cubes == {"blue": 2}
    assert island.icons == {"volcano": 1}
    assert island.temples == (1,)
    assert island.docks == (3, 4)
    assert (island.portages, island.completed, island.thera, island.tiles) == (0, False, False, 3)
    assert [other.portages for other in view.islands if 9 in other.docks] == [2]
    assert [other.thera for other in view.islands if 1 in other.docks] == [True]


def test_boats_are_shown_at_their_docks_and_the_market_with_its_prices() -> None:
    view = GAME.view(table(*CHAIN, market={"orange": 8, "blue": 3, "green": 0, "grey": 7}), 0)
    assert {dock.dock: dock.boat for dock in view.docks if dock.boat is not None} == {1: 0, 2: 1}
    assert [(row.colour, row.cubes, row.price) for row in view.market] == [
        ("orange", 8, 0),
        ("blue", 3, 3),
        ("green", 0, 5),
        ("grey", 7, 1),
    ]
    assert view.tile_pile == 28


def test_each_map_in_hand_shows_where_it_fits_and_whether_it_can_be_dug_now() -> None:
    state = table(*EXAMPLE, me=DIGGER)
    (card,) = GAME.view(state, 0).players[0].maps
    here = SiteView(1, 0, "se", state.archipelago.island_at((1, 0), "se"), now=True)
    assert here in card.sites
    assert [site for site in card.sites if site.now] == [here]
    elsewhere = replace(state, players=(replace(DIGGER, boat=1), state.players[1]))
    (card,) = GAME.view(elsewhere, 0).players[0].maps
    assert replace(here, now=False) in card.sites
    assert not any(site.now for site in card.sites)


def test_a_site_on_an_island_with_a_temple_is_not_shown() -> None:
    state = table(*EXAMPLE, me=DIGGER, temples=(Temple(1, "hard-1", 2, 0, "sw"),))
    (card,) = GAME.view(state, 0).players[0].maps
    assert all(site.island != state.archipelago.island_of_dock(4).id for site in card.sites)


def test_each_seat_is_told_which_side_is_above() -> None:
    """AKT-DIG-ABOVE."""
    assert [each.above for each in GAME.view(table(first_seat=1), 0).players] == ["s", "n"]


def test_discards_and_piles_are_shown_to_all() -> None:
    state = play(table(*CHAIN, me=player(drachmas=3)), "oracle tree", "buy hard")
    view = GAME.view(state, 1)
    assert view.discards == state.discards
    assert view.map_piles == {"easy": 10, "medium": 10, "hard": 11}
    assert (view.goal_pile, view.tile_pile) == (10, state.pile.left)

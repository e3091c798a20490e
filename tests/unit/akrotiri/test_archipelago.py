from clio.games.akrotiri.geometry.portage import are_straits_apart, portages_from_thera
from tests.unit.akrotiri.table import BOX, CHAIN, archipelago


def test_thera_is_a_hub_with_two_docks_and_its_island_in_the_middle() -> None:
    """AKT-THERA."""
    thera = BOX.thera
    assert len(thera.networks.at(thera.hub).points) == 8
    assert thera.island_of_dock(1) is thera.island_of_dock(2)
    assert thera.island_of_dock(1).points == ((0, 0),)
    assert thera.network_of_dock(1) is thera.network_of_dock(2)
    assert len(thera.islands.regions) == 9
    assert len(thera.open_cells) == 8


def test_tiles_on_opposite_sides_of_thera_share_its_network() -> None:
    """AKT-THERA."""
    sea = archipelago(("x1-lake", (1, 0)), ("x1-tree", (-2, -1)))
    assert sea.network_of_dock(3).id == sea.network_of_dock(5).id == sea.network_of_dock(1).id


def test_land_at_the_rim_of_thera_is_no_part_of_thera() -> None:
    """AKT-THERA."""
    sea = archipelago(("x1-lake", (1, 0)))
    rim = sea.islands.at((2, 0))
    assert rim.docks == (3,)
    assert rim.id != sea.islands.at(sea.home).id
    assert sea.size_of(rim) == 2


def test_land_that_meets_at_a_corner_is_one_island_even_across_a_diagonal() -> None:
    """AKT-LAND."""
    sea = archipelago(("x1-lake", (1, 0)), ("x1-tree", (2, 0)), ("x1-volcano", (2, 1)))
    assert sea.island_at((1, 0), "se") == sea.island_at((2, 0), "sw") == sea.island_at((2, 1), "nw")
    assert sea.island_at((1, 0), "se") != sea.island_at((1, 0), "ne")


def test_a_zone_that_joins_two_corners_joins_two_islands() -> None:
    """AKT-LAND."""
    before = archipelago(("x1-lake", (1, 0)), ("x1-tree", (1, -1)))
    after = archipelago(("x1-lake", (1, 0)), ("x1-tree", (1, -1)), ("t7-lake", (2, -1)))
    assert before.island_at((1, -1), "ne") != before.island_at((1, -1), "se")
    assert after.island_at((1, -1), "ne") == after.island_at((1, -1), "se")


def test_a_stub_is_a_network_of_its_own_until_a_neighbour_meets_it() -> None:
    alone = archipelago(("t4-lake", (1, 0)))
    assert alone.network_of_dock(3).docks == (3,)
    met = archipelago(("t4-lake", (1, 0)), ("x1-tree", (1, -1)))
    assert set(met.network_of_dock(3).docks) >= {3, 5, 6}


def test_open_cells_are_those_beside_a_tile_or_thera() -> None:
    """AKT-TILE-CELL."""
    sea = archipelago(("x1-lake", (1, 0)))
    assert (2, 0) in sea.open_cells
    assert (1, 1) in sea.open_cells
    assert (2, 1) not in sea.open_cells
    assert (1, 0) not in sea.open_cells
    assert (0, 0) not in sea.open_cells


def test_adding_a_tile_leaves_the_map_before_it_alone() -> None:
    before = archipelago(CHAIN[0])
    digest = repr(before)
    BOX.map_with(before, (2, 0), "x1-lake", "r0")
    assert repr(before) == digest


def test_an_island_is_completed_when_all_cells_around_it_are_filled() -> None:
    """AKT-COMPLETED."""
    half = archipelago(("x1-lake", (1, 0)))
    whole = archipelago(("x1-lake", (1, 0)), ("x1-tree", (1, -1)))
    assert not half.is_completed(half.islands.at((2, 0)))
    assert whole.is_completed(whole.islands.at((2, 0)))
    assert whole.size_of(whole.islands.at((2, 0))) == 3
    assert not whole.is_completed(whole.islands.at((2, 2)))


def test_the_thera_board_counts_as_one_tile_however_many_cells_touch() -> None:
    """AKT-GOAL-LARGEST-COMPLETED."""
    sea = archipelago(("x1-lake", (1, -1)), ("t6-tree", (1, 0)))
    island = sea.islands.at((2, 2))
    assert sea.size_of(island) == 2


def test_icons_belong_to_the_island_of_their_corner() -> None:
    sea = archipelago(("x1-lake", (1, 0), "r90"), ("x1-tree", (2, 0)))
    assert sea.icons_of(sea.islands.at((4, 0))) == ("lake", "tree")
    assert sea.spreads["lake"].columns == (3,)
    assert sea.spreads["lake"].rows == (0,)


def test_portages_are_counted_by_the_shortest_way_from_thera() -> None:
    """AKT-PORTAGES."""
    sea = archipelago(*CHAIN)
    distances = portages_from_thera(sea)
    assert distances[sea.island_of_dock(1).id] == 0
    assert distances[sea.island_of_dock(4).id] == 0
    assert distances[sea.island_of_dock(5).id] == 1
    assert distances[sea.island_of_dock(8).id] == 1
    assert distances[sea.island_of_dock(9).id] == 2
    assert distances[sea.island_of_dock(10).id] == 2


def test_an_island_without_a_way_from_thera_has_no_distance() -> None:
    """AKT-PORTAGES."""
    sea = archipelago(("t4-lake", (1, 0)))
    assert sea.islands.at((2, 2)).docks == ()
    assert sea.islands.at((2, 2)).id not in portages_from_thera(sea)


def test_a_new_route_shortens_the_way() -> None:
    """AKT-PORTAGES."""
    sea = archipelago(*CHAIN, ("x2-lake", (1, 1)), ("x2-tree", (2, 1)), ("x2-volcano", (0, 1)))
    assert portages_from_thera(sea)[sea.island_of_dock(5).id] == 0


def test_islands_are_one_move_apart_when_a_route_off_thera_joins_their_docks() -> None:
    """AKT-GOAL-APART."""
    sea = archipelago(*CHAIN)
    assert not are_straits_apart(sea, sea.island_of_dock(5).id, sea.island_of_dock(6).id)
    assert not are_straits_apart(sea, sea.island_of_dock(3).id, sea.island_of_dock(5).id)
    assert are_straits_apart(sea, sea.island_of_dock(4).id, sea.island_of_dock(9).id)
    assert not are_straits_apart(sea, sea.island_of_dock(5).id, sea.island_of_dock(5).id)


def test_a_way_across_the_thera_board_does_not_connect_islands() -> None:
    """AKT-GOAL-APART."""
    sea = archipelago(("x1-lake", (1, 0)), ("x1-tree", (-2, -1)))
    assert are_straits_apart(sea, sea.island_of_dock(3).id, sea.island_of_dock(5).id)
    assert not are_straits_apart(sea, sea.island_of_dock(3).id, sea.island_of_dock(4).id)

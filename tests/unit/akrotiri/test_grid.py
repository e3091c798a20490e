from clio.games.akrotiri.geometry.grid import (
    CORNERS,
    SIDES,
    cells_around,
    corner_point,
    exit_point,
    neighbours,
    place_of,
    quadrant_at,
    quadrants_around,
    turned_corner,
    turned_side,
)


def test_neighbours_share_the_point_in_the_middle_of_their_side() -> None:
    cell = (3, -2)
    for side, beside, opposite in zip(SIDES, neighbours(cell), ("s", "w", "n", "e"), strict=True):
        assert exit_point(cell, side) == exit_point(beside, opposite)


def test_four_cells_share_a_corner() -> None:
    vertex = corner_point((0, 0), "nw")
    assert vertex == (0, 0)
    for cell, corner in zip(cells_around(vertex), ("se", "sw", "nw", "ne"), strict=True):
        assert corner_point(cell, corner) == vertex


def test_a_quadrant_knows_its_cell_and_corner_on_both_sides_of_the_middle() -> None:
    for cell in ((-3, -1), (0, 0), (2, -4)):
        for corner in CORNERS:
            assert place_of(quadrant_at(cell, corner)) == (cell, corner)


def test_the_quadrants_around_a_vertex_are_one_of_each_cell_around_it() -> None:
    vertex = (-2, 4)
    assert [place_of(quadrant)[0] for quadrant in quadrants_around(vertex)] == list(cells_around(vertex))
    assert all(corner_point(*place_of(quadrant)) == vertex for quadrant in quadrants_around(vertex))


def test_a_quarter_turn_goes_clockwise() -> None:
    assert turned_side("n", "r90") == "e"
    assert turned_side("w", "r90") == "n"
    assert turned_corner("nw", "r90") == "ne"
    assert turned_corner("nw", "r180") == "se"
    assert turned_corner("sw", "r270") == "se"

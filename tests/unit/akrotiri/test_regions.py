from clio.games.akrotiri.geometry.regions import Regions


def test_points_of_a_group_become_one_region() -> None:
    regions = Regions().joined([[(0, 0), (2, 0)], [(4, 0)]], [])
    assert regions.at((0, 0)) is regions.at((2, 0))
    assert regions.at((4, 0)).points == ((4, 0),)


def test_regions_that_join_keep_the_oldest_number_and_all_points_and_docks() -> None:
    apart = Regions().joined([[(0, 0)], [(2, 0)], [(4, 0)]], [((0, 0), 1), ((4, 0), 2)])
    joined = apart.joined([[(4, 0), (6, 0), (0, 0)]], [((6, 0), 3)])
    region = joined.at((6, 0))
    assert region.id == apart.number_at[0, 0]
    assert set(region.points) == {(0, 0), (4, 0), (6, 0)}
    assert set(region.docks) == {1, 2, 3}
    assert joined.at((2, 0)) is apart.at((2, 0))


def test_joining_gives_a_new_value_and_leaves_the_old_one_alone() -> None:
    apart = Regions().joined([[(0, 0)], [(2, 0)]], [])
    apart.joined([[(0, 0), (2, 0)]], [((0, 0), 1)])
    assert apart.at((0, 0)).points == ((0, 0),)
    assert apart.at((0, 0)).docks == ()


def test_numbers_are_never_given_twice() -> None:
    regions = Regions().joined([[(0, 0)], [(2, 0)]], []).joined([[(0, 0), (2, 0)]], []).joined([[(4, 0)]], [])
    assert regions.at((4, 0)).id == 3

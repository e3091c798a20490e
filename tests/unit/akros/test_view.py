from itertools import count

from msgspec.structs import replace

from clio.games.akros.events import BagRemoved, TilesDrawn
from clio.games.akros.game import GAME
from clio.games.akros.scoring import Dominion
from clio.games.akros.view import PileView, RegionView
from clio.kernel.game import EVERYTHING, SPECTATOR
from clio.kernel.integrity.chance import Chance
from tests.unit.akros.table import OPTIONS, START, after, first_choices, stacks


def test_kept_tiles_and_the_temple_are_open_and_the_bag_only_counted() -> None:
    """AKS-OPEN"""
    state = replace(
        START,
        jinn_tile="sea",
        ifrit_tile="forest",
        temple=(("sea", "sea"), (), ()),
        unseen=(1, 2, 3),
        removed=(0, 1, 0),
    )
    seen = GAME.view(state, SPECTATOR)
    assert (seen.jinn_tile, seen.ifrit_tile) == ("sea", "forest")
    assert seen.temple == (PileView(7, ("sea", "sea")), PileView(8, ()), PileView(9, ()))
    assert seen.unseen == {"forest": 1, "mountain": 2, "sea": 3}
    assert seen.removed == {"forest": 0, "mountain": 1, "sea": 0}
    assert seen.bag == 16


def test_every_viewpoint_sees_the_same_table() -> None:
    for state, _ in first_choices(bytes(32)):
        assert len({repr(GAME.view(state, viewpoint)) for viewpoint in (0, 1, SPECTATOR, EVERYTHING)}) == 1


def test_bags_that_begin_alike_look_alike() -> None:
    def order(seed: bytes) -> tuple[str, ...]:
        return Chance(seed).shuffle("akros/bag", START.board.bag)

    first = bytes(32)
    second = next(
        seed
        for n in count(1)
        if order(seed := n.to_bytes(32, "big"))[:3] == order(first)[:3] and order(seed)[3:] != order(first)[3:]
    )
    tables = [after(None, GAME.setup(OPTIONS, 2, Chance(seed))) for seed in (first, second)]
    assert tables[0] == tables[1]
    assert GAME.view(tables[0], EVERYTHING) == GAME.view(tables[1], EVERYTHING)
    assert GAME.format_position(tables[0], EVERYTHING) == GAME.format_position(tables[1], EVERYTHING)


def test_the_tile_left_in_the_bag_is_named_by_no_fact() -> None:
    told = [event for _, events in first_choices(bytes(32)) for event in events]
    drawn = [tile for event in told if isinstance(event, TilesDrawn) for tile in event.tiles]
    assert len(drawn) == 18
    assert BagRemoved(tiles=1) in told


def test_a_region_shows_its_stack_its_servant_and_whether_it_is_contested() -> None:
    regions = GAME.view(replace(START, ifrit=(0, 4, 6, 14), jinn=(3, 8, 9, 13), stacks=stacks({9: 2})), 0).regions
    assert regions[9] == RegionView(id=9, q=1, r=0, environment="mountain", tiles=2, servant="jinn", contested=True)
    assert (regions[0].servant, regions[0].contested) == ("ifrit", False)
    assert (regions[1].servant, regions[1].contested) == (None, True)


def test_the_running_merits_are_those_of_an_end_right_now() -> None:
    seen = GAME.view(START, 0)
    assert seen.dominions == (
        Dominion(environment="forest", jinn=2, ifrit=0, merit="jinn"),
        Dominion(environment="mountain", jinn=2, ifrit=2, merit=None),
        Dominion(environment="sea", jinn=0, ifrit=2, merit="ifrit"),
    )
    assert (seen.jinn_merits, seen.ifrit_merits) == (1, 1)

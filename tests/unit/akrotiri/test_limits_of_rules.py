"""Rules at the numbers where they change: one more or one less gives another answer."""

import pytest
from msgspec.structs import replace

from clio.games.akrotiri.data_files import MapCard
from clio.games.akrotiri.excavation import bounds_of
from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.geometry.island_map import Spread
from clio.games.akrotiri.goals import COUNTS, survey
from clio.games.akrotiri.state import Cube, Temple
from tests.unit.akrotiri.table import BOX, CHAIN, moves, play, player, table
from tests.unit.akrotiri.test_excavation import DIG, DIGGER, EXAMPLE

PLACES = (-9, -5, -1, 3, 7)
"""Columns, and rows, of five icons."""


@pytest.mark.parametrize("icons", [1, 2, 3])
@pytest.mark.parametrize(
    ("side", "axis", "outermost"), [("w", 0, 1), ("e", 0, -1), ("n", 1, 1), ("s", 1, -1)], ids=["w", "e", "n", "s"]
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_side_holds_with_exactly_so_many_icons_beyond_and_not_with_one_less(
    side: str, axis: int, outermost: int, icons: int, *, turned: bool
) -> None:
    """AKT-DIG-SIDES, AKT-DIG-ABOVE: the icon that makes the number lies strictly beyond the site."""
    card = MapCard("easy-1", "easy", 3, 3, {side: ("lake", icons)}, "rulebook")  # type: ignore[dict-item]
    bounds = bounds_of(card, {"lake": Spread(columns=PLACES, rows=PLACES)}, turned=turned)
    assert bounds is not None
    direction = -outermost if turned else outermost
    last = sorted(PLACES, reverse=direction < 0)[icons - 1]
    for place, holds in ((last, False), (last + direction, True), (last - direction, False)):
        site = (place, 0) if axis == 0 else (0, place)
        assert bounds.hold(site) is holds, (place, last)


@pytest.mark.parametrize("icons", [1, 2, 3])
def test_a_side_cannot_hold_where_the_map_has_fewer_icons(icons: int) -> None:
    """AKT-DIG-SIDES."""
    card = MapCard("easy-1", "easy", 3, 3, {"w": ("lake", icons)}, "rulebook")
    assert bounds_of(card, {"lake": Spread(PLACES[: icons - 1], PLACES[: icons - 1])}, turned=False) is None
    assert bounds_of(card, {"lake": Spread(PLACES[:icons], PLACES[:icons])}, turned=False) is not None
    assert bounds_of(card, {}, turned=False) is None


@pytest.mark.parametrize(
    ("portages", "one", "far"), [(None, 0, 0), (0, 0, 0), (1, 1, 0), (2, 0, 1), (3, 0, 1)], ids=str
)
def test_portage_goals_change_at_one_and_at_exactly_two_portages(portages: int | None, one: int, far: int) -> None:
    """AKT-GOAL-ONE-PORTAGE, AKT-GOAL-FAR-PORTAGE."""
    (temple,) = survey(table(*CHAIN).archipelago, [Temple(0, "easy-1", 4, 0, "nw")])
    assert temple.portages == 2
    found = (replace(temple, portages=portages),)
    assert (COUNTS["one-portage"](found), COUNTS["far-portage"](found)) == (one, far)


@pytest.mark.parametrize(("terrains", "counts"), [(2, 0), (3, 1), (4, 1)])
def test_three_terrains_are_enough_and_two_are_not(terrains: int, counts: int) -> None:
    """AKT-GOAL-THREE-TERRAINS."""
    (temple,) = survey(table(*CHAIN).archipelago, [Temple(0, "easy-1", 4, 0, "nw")])
    names = ("volcano", "lake", "tree", "mountain")[:terrains]
    assert COUNTS["three-terrains"]((replace(temple, terrains=frozenset(names)),)) == counts


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        (DIG, {}),
        ("load blue", {"cubes": (Cube("blue", 1, 0, "se"),)}),
        ("unload blue", {"me": replace(DIGGER, cargo=("blue",))}),
        ("buy easy", {"me": replace(DIGGER, boat=1)}),
        ("sell blue", {"me": replace(DIGGER, boat=1, cargo=("blue",)), "market": dict.fromkeys(BOX.squares, 7)}),
        ("oracle tree", {}),
    ],
)
def test_every_other_action_gives_up_the_free_move(line: str, changes: dict[str, object]) -> None:
    """AKT-MOVE-DECLARED."""
    state = table(*EXAMPLE, **({"me": DIGGER, "free_move": True} | changes))  # type: ignore[arg-type]
    assert play(state, line).free_move is False


@pytest.mark.parametrize(("step", "seat", "now"), [("actions", 0, True), ("tile", 0, False), ("actions", 1, False)])
def test_a_site_can_be_dug_now_only_in_the_own_action_step(step: str, seat: int, *, now: bool) -> None:
    """AKT-TURN: what the owner's view says of the maps in hand."""
    state = replace(table(*EXAMPLE, me=DIGGER), step=step, seat=seat)
    (card,) = GAME.view(state, 0).players[0].maps
    assert any(site.now for site in card.sites) is now


@pytest.mark.parametrize(("drachmas", "digs"), [(2, False), (3, True)])
def test_a_purse_of_exactly_the_cost_is_enough(drachmas: int, *, digs: bool) -> None:
    """AKT-DIG-COST."""
    assert (DIG in moves(table(*EXAMPLE, me=replace(DIGGER, drachmas=drachmas)))) is digs


@pytest.mark.parametrize(("drachmas", "cards"), [(0, 0), (1, 1), (2, 1), (3, 2), (6, 2), (7, 3)])
def test_as_many_maps_are_offered_as_the_purse_pays(drachmas: int, cards: int) -> None:
    """AKT-BUY."""
    lines = moves(table(me=player(drachmas=drachmas)), "buy")
    assert max((len(line.split()) - 1 for line in lines), default=0) == cards

"""Geometry, sites and goal scores agree with a referee that paints the map and floods it, at every state."""

from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.geometry.grid import CORNERS, SIDES, corner_point, exit_point
from clio.games.akrotiri.geometry.portage import portages_from_thera
from clio.games.akrotiri.goals import COUNTS, survey
from clio.games.akrotiri.moves import Excavate
from clio.games.akrotiri.state import State
from tests.property.akrotiri.brute_force import MAPS, THERA, Painting
from tests.property.akrotiri.plays import every_match, steps


def _painted(state: State) -> Painting:
    return Painting([(cell, placed.tile, placed.rotation) for cell, placed in state.archipelago.tiles.items()])


@every_match
def test_islands_networks_docks_and_distances_agree_after_every_tile(seed: int) -> None:
    """AKT-LAND, AKT-THERA, AKT-PORTAGES, AKT-COMPLETED, AKT-TILE-CELL."""
    tiles = -1
    for state, _, _ in steps(seed):
        if len(state.archipelago.tiles) > tiles:
            tiles = len(state.archipelago.tiles)
            _assert_same_map(state, _painted(state))
    assert tiles > 10


def _assert_same_map(state: State, painting: Painting) -> None:
    sea = state.archipelago
    islands: dict[int, int] = {}
    networks: dict[int, int] = {}
    straits: dict[int, int] = {}
    for cell in [*sea.tiles, *THERA]:
        for corner in CORNERS:
            number = sea.islands.number_at[corner_point(cell, corner)]
            assert (
                islands.setdefault(number, painting.region[painting.corner(cell, corner)])
                == painting.region[painting.corner(cell, corner)]
            )
    for cell in sea.tiles:
        for side in SIDES:
            pixel = painting.exit(cell, side)
            assert (
                networks.setdefault(sea.networks.number_at[exit_point(cell, side)], painting.region[pixel])
                == (painting.region[pixel])
            )
            assert (
                straits.setdefault(sea.straits.number_at[exit_point(cell, side)], painting.strait[pixel])
                == (painting.strait[pixel])
            )
    for numbers in (islands, networks, straits):
        assert len(set(numbers.values())) == len(numbers), "two regions of ours are one"
    assert len(sea.docks) == len(painting.docks)
    for dock, (land, water) in zip(sea.docks, painting.docks, strict=True):
        assert islands[sea.island_of_dock(dock.id).id] == painting.region[land]
        hub = painting.region[painting.exit((0, 0), "e")]
        assert networks.get(sea.network_of_dock(dock.id).id, hub) == painting.region[water]
    distances = portages_from_thera(sea)
    assert {islands[number]: portages for number, portages in distances.items()} == painting.portages
    for number, island in sea.islands.regions.items():
        assert sea.is_completed(island) == painting.is_completed(islands[number])
        assert sea.size_of(island) == painting.size(islands[number])
        assert sorted(sea.icons_of(island)) == sorted(painting.terrains(islands[number]))
    assert set(sea.open_cells) == painting.open_cells()


@every_match
def test_goal_cards_score_the_same_at_every_change(seed: int) -> None:
    """AKT-SCORE-GOALS."""
    seen: tuple[int, int] | None = None
    for state, _, _ in steps(seed):
        if (len(state.archipelago.tiles), len(state.temples)) != seen and state.temples:
            seen = (len(state.archipelago.tiles), len(state.temples))
            painting = _painted(state)
            for seat in (0, 1):
                own = [temple for temple in state.temples if temple.seat == seat]
                places = [painting.corner((temple.x, temple.y), temple.corner) for temple in own]
                found = survey(state.archipelago, own)
                for goal, card in state.components.goals.items():
                    assert COUNTS[goal](found) * card.points == painting.goal_points(goal, places), goal


@every_match
def test_excavations_listed_are_those_that_counting_icons_allows(seed: int) -> None:
    """AKT-DIG-SIDES, AKT-DIG-ABOVE, AKT-DIG-ISLAND, AKT-DIG-THERA, AKT-DIG-COST."""
    painting, tiles = None, -1
    for state, _, _ in steps(seed):
        if len(state.archipelago.tiles) != tiles:
            painting, tiles = _painted(state), len(state.archipelago.tiles)
        if state.step == "actions" and painting is not None:
            listed = {move for move in GAME.legal_moves(state, state.seat) if isinstance(move, Excavate)}
            assert listed == set(_excavations(state, painting))


def _excavations(state: State, painting: Painting) -> list[Excavate]:
    me = state.players[state.seat]
    island = painting.region[painting.docks[me.boat - 1][0]]
    temples = {painting.region[painting.corner((temple.x, temple.y), temple.corner)] for temple in state.temples}
    home = painting.region[painting.corner((0, 0), "nw")]
    if not state.actions or island in temples or island == home or me.temples == 6:
        return []
    return [
        Excavate(card, *cell, corner)  # type: ignore[arg-type]
        for card in me.maps
        if MAPS[card]["cost"] <= me.drachmas
        for cell, corner in painting.sites(card, island, from_north=state.seat != state.first_seat)
    ]

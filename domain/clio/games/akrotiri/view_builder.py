"""Builds the view of a viewpoint from its visible state."""

from collections import Counter
from collections.abc import Iterator

from clio.games.akrotiri.data_files import MapCard
from clio.games.akrotiri.data_validation import DIFFICULTIES
from clio.games.akrotiri.excavation import bounds_of, digs, is_turned, may_hold_temple, sites_on
from clio.games.akrotiri.geometry.grid import CORNERS, SIDES, Cell, exit_point, neighbours, place_of
from clio.games.akrotiri.geometry.portage import portages_from_thera
from clio.games.akrotiri.geometry.regions import Region
from clio.games.akrotiri.moves import Excavate
from clio.games.akrotiri.state import ACTIONS, UNKNOWN, State
from clio.games.akrotiri.trading import price_of
from clio.games.akrotiri.view import (
    CubeView,
    DockView,
    IslandView,
    LandView,
    MapView,
    MarketView,
    NeedView,
    PlayerView,
    RouteView,
    SiteView,
    TempleView,
    TheraCellView,
    TileView,
    TrackView,
    View,
)
from clio.games.akrotiri.visibility import difficulty_of, visible_state
from clio.kernel.game import Viewpoint


def build_view(state: State, viewpoint: Viewpoint) -> View:
    """The view of a viewpoint."""
    known = visible_state(state, viewpoint)
    return View(
        data=known.data,
        variant=known.variant,
        turn_limit=known.turn_limit,
        first_seat=known.first_seat,
        turn=known.turn,
        seat=known.seat,
        step=known.step,
        actions=known.actions,
        free_move=known.free_move,
        oracle_used=known.oracle_used,
        last_round=known.last_round,
        ending=known.ending or None,
        thera=tuple(_thera(known)),
        tiles=tuple(_tiles(known)),
        docks=tuple(_docks(known)),
        islands=tuple(_islands(known)),
        cubes=tuple(_cubes(known)),
        temples=tuple(_temples(known)),
        market=tuple(_market(known)),
        track=tuple(
            TrackView(square.temples, square.actions, square.bonus or None) for square in known.components.track
        ),
        players=(_player(known, 0), _player(known, 1)),
        open_goals=known.open_goals,
        discards=known.discards,
        tile_pile=known.pile.left,
        map_piles=known.map_piles,
        goal_pile=known.goal_pile,
    )


def _land(state: State, cell: Cell) -> tuple[LandView, ...]:
    return tuple(LandView(corner, state.archipelago.island_at(cell, corner)) for corner in CORNERS)


def _thera(state: State) -> Iterator[TheraCellView]:
    numbers = state.archipelago.networks.number_at
    thera = state.archipelago.thera
    for cell in sorted(thera):
        routes = tuple(
            RouteView(side, numbers[exit_point(cell, side)])
            for side, beside in zip(SIDES, neighbours(cell), strict=True)
            if beside not in thera
        )
        yield TheraCellView(*cell, _land(state, cell), routes)


def _tiles(state: State) -> Iterator[TileView]:
    numbers = state.archipelago.networks.number_at
    for cell, placed in state.archipelago.tiles.items():
        tile = state.components.tiles[placed.tile]
        yield TileView(
            tile=tile.id,
            x=cell[0],
            y=cell[1],
            rotation=placed.rotation,
            terrain=tile.terrain,
            icon=tile.designs[placed.rotation].icon,
            land=_land(state, cell),
            routes=tuple(RouteView(side, numbers[exit_point(cell, side)]) for side in SIDES),
        )


def _docks(state: State) -> Iterator[DockView]:
    boats = {player.boat: seat for seat, player in enumerate(state.players)}
    for dock in state.archipelago.docks:
        island, network = state.archipelago.island_of_dock(dock.id), state.archipelago.network_of_dock(dock.id)
        yield DockView(dock.id, *dock.cell, dock.corner, island.id, network.id, boats.get(dock.id))


def _islands(state: State) -> Iterator[IslandView]:
    archipelago = state.archipelago
    numbers = archipelago.islands.number_at
    portages = portages_from_thera(archipelago)
    icons: dict[int, dict[str, int]] = {}
    cubes: dict[int, dict[str, int]] = {}
    temples: dict[int, tuple[int, ...]] = {}
    for icon in archipelago.icons:
        _count(icons.setdefault(numbers[icon.land], {}), icon.terrain)
    for cube in state.cubes:
        _count(cubes.setdefault(archipelago.island_at((cube.x, cube.y), cube.corner), {}), cube.colour)
    for temple in state.temples:
        island = archipelago.island_at((temple.x, temple.y), temple.corner)
        temples[island] = (*temples.get(island, ()), temple.seat)
    for number, region in sorted(archipelago.islands.regions.items()):
        yield IslandView(
            island=number,
            tiles=archipelago.size_of(region),
            completed=archipelago.is_completed(region),
            thera=number == numbers[archipelago.home],
            icons=icons.get(number, {}),
            cubes=cubes.get(number, {}),
            docks=region.docks,
            temples=temples.get(number, ()),
            portages=portages.get(number),
        )


def _count(counts: dict[str, int], name: str) -> None:
    counts[name] = counts.get(name, 0) + 1


def _cubes(state: State) -> Iterator[CubeView]:
    for cube in state.cubes:
        island = state.archipelago.island_at((cube.x, cube.y), cube.corner)
        yield CubeView(cube.colour, cube.x, cube.y, cube.corner, island)


def _temples(state: State) -> Iterator[TempleView]:
    for temple in state.temples:
        island = state.archipelago.island_at((temple.x, temple.y), temple.corner)
        points = state.components.maps[temple.card].points
        yield TempleView(temple.seat, temple.card, points, temple.x, temple.y, temple.corner, island)


def _market(state: State) -> Iterator[MarketView]:
    for colour, cubes in state.market.items():
        yield MarketView(colour, state.components.squares[colour], cubes, price_of(state, colour))


def _player(state: State, seat: int) -> PlayerView:
    player = state.players[seat]
    held = Counter(difficulty_of(card, state) for card in player.maps)
    return PlayerView(
        seat=seat,
        above="s" if is_turned(state, seat) else "n",
        drachmas=player.drachmas,
        boat=player.boat or None,
        cargo=player.cargo,
        temples=player.temples,
        actions=state.components.track[player.temples].actions,
        has_tile=player.tile is not None,
        tile=None if player.tile == UNKNOWN else player.tile,
        tile_shown=player.tile_shown,
        map_counts={difficulty: held[difficulty] for difficulty in DIFFICULTIES},
        maps=tuple(_maps(state, seat)),
        goal_count=len(player.secret_goals) + len(player.shown_goals),
        goals=tuple(goal for goal in player.shown_goals + player.secret_goals if goal != UNKNOWN),
        choice_count=len(player.choice),
        choice=tuple(goal for goal in player.choice if goal != UNKNOWN),
    )


def _maps(state: State, seat: int) -> Iterator[MapView]:
    cards = [card for name in state.players[seat].maps if (card := state.components.maps.get(name))]
    if not cards:
        return
    may_dig = state.step == ACTIONS and state.seat == seat
    now = frozenset(digs(state)) if may_dig else frozenset()
    islands = [
        island
        for island in state.archipelago.islands.regions.values()
        if island.docks and may_hold_temple(state, island)
    ]
    for card in cards:
        sites = tuple(
            SiteView(dig.x, dig.y, dig.corner, island, dig in now)
            for island, dig in _fitting(state, seat, card, islands)
        )
        needs = tuple(NeedView(side, terrain, icons) for side, (terrain, icons) in card.needs.items())
        yield MapView(card.id, card.difficulty, card.cost, card.points, needs, sites)


def _fitting(state: State, seat: int, card: MapCard, islands: list[Region]) -> Iterator[tuple[int, Excavate]]:
    """Every site of these islands where a card fits; the boat's position does not matter."""
    bounds = bounds_of(card, state.archipelago.spreads, turned=is_turned(state, seat))
    if bounds is None:
        return
    for island in islands:
        for quadrant in sites_on(state.archipelago, island, bounds):
            cell, corner = place_of(quadrant)
            yield island.id, Excavate(card.id, *cell, corner)

"""Greedy strategy for Akrotiri: fetch valuable cubes, sell them, buy maps, dig wherever a map fits."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from clio.games.akrotiri.data_files import MapCard
from clio.games.akrotiri.excavation import bounds_of, is_turned, may_hold_temple, sites_on
from clio.games.akrotiri.geometry.grid import Quadrant, quadrant_at
from clio.games.akrotiri.geometry.island_map import Spread
from clio.games.akrotiri.geometry.portage import portages_from_thera
from clio.games.akrotiri.geometry.regions import Region
from clio.games.akrotiri.goals import COUNTS, survey
from clio.games.akrotiri.moves import (
    AkrotiriMove,
    BuyMaps,
    ConsultOracle,
    EndTurn,
    Excavate,
    KeepGoal,
    Load,
    PlaceCube,
    PlayTile,
    Portage,
    Sail,
    Sell,
    TakeGoal,
)
from clio.games.akrotiri.state import State
from clio.games.akrotiri.trading import price_of

_EVALUATED_IN_DEPTH: Final = 6
_MAPS_WANTED: Final = 3
_EXPECTED_GOAL_POINTS: Final = {
    "uncompleted": 8,
    "quadrants": 6,
    "apart": 5,
    "three-terrains": 3,
    "no-icons": 5,
    "one-portage": 3,
    "far-portage": 1,
    "largest-completed": 3,
}
_EXPECTED_ICON_GOAL_POINTS: Final = 4


def choose(state: State, seat: int, moves: Sequence[AkrotiriMove], rng: Random) -> AkrotiriMove:
    """Chooses a legal move, given the state as the seat knows it."""
    if state.step == "tile":
        return _choose_placement(state, seat, moves, rng)
    if state.step == "cube":
        return max(moves, key=lambda move: cube_worth(state, move))
    if state.step == "goal":
        return max(moves, key=lambda move: goal_worth(state, seat, move))
    if state.step == "dock":
        return rng.choice(moves)
    return Turn(state, seat, moves).choose()


class Turn:
    """One decision in the action phase."""

    def __init__(self, state: State, seat: int, moves: Sequence[AkrotiriMove]) -> None:
        self.state = state
        self.seat = seat
        self.moves = moves
        self.me = state.players[seat]
        self.ways = _ways(state, self.me.boat, state.players[1 - seat].boat)
        self.home = state.archipelago.islands.at(state.archipelago.home)

    def choose(self) -> AkrotiriMove:
        """Sells and digs what is at hand; else travels to the next dig, load or sale."""
        return self._dig_or_sell() or self._travel_to_dig() or self._earn() or self._pass_time()

    def _dig_or_sell(self) -> AkrotiriMove | None:
        cards = self.state.components.maps
        digs = [move for move in self.moves if isinstance(move, Excavate)]
        sales = [move for move in self.moves if isinstance(move, Sell)]
        if sales:
            return max(sales, key=lambda sale: price_of(self.state, sale.cube))
        return max(digs, key=lambda dig: cards[dig.card].points, default=None)

    def _travel_to_dig(self) -> AkrotiriMove | None:
        """The first move to the site with the most points per action."""
        best: tuple[float, Region] | None = None
        for card, island in fits(self.state, self.seat):
            legs = self.legs_to(island)
            if legs and card.cost <= self.me.drachmas:
                worth = card.points / (self._actions_for(legs) + 1)
                best = max(best or (0.0, island), (worth, island), key=lambda pair: pair[0])
        return self.step_towards(best[1]) if best else None

    def _earn(self) -> AkrotiriMove | None:
        """Fills the boat, takes the cargo home, buys maps when none in hand fits."""
        loads = [move for move in self.moves if isinstance(move, Load)]
        if loads:
            return max(loads, key=lambda load: takings(self.state, load.cubes))
        if self.me.cargo:
            return self.step_towards(self.home)
        return self._buy() or self._fetch() or self.step_towards(self.home)

    def _buy(self) -> AkrotiriMove | None:
        """Buys one card at a time, which is cheapest, and keeps the price of a dig."""
        if len({card.id for card, _ in fits(self.state, self.seat)}) >= _MAPS_WANTED:
            return None
        purse = self.me.drachmas
        decks = [deck for deck, left in self.state.map_piles.items() if left]
        for deck in reversed(decks):
            cost = min(card.cost for card in self.state.components.maps.values() if card.difficulty == deck)
            if purse >= cost + self.state.components.prices[0] + 1:
                wanted = BuyMaps(*(int(deck == each) for each in ("easy", "medium", "hard")))
                return wanted if wanted in self.moves else self.step_towards(self.home)
        return None

    def _fetch(self) -> AkrotiriMove | None:
        """The first move to the island whose cubes earn most per action of the round trip."""
        archipelago, best = self.state.archipelago, None
        distances = portages_from_thera(archipelago)
        ashore: dict[int, list[str]] = {}
        for cube in self.state.cubes:
            ashore.setdefault(archipelago.island_at((cube.x, cube.y), cube.corner), []).append(cube.colour)
        for number, colours in ashore.items():
            island = archipelago.islands.regions[number]
            legs = self.legs_to(island)
            if legs:
                earned = takings(self.state, dearest(self.state, colours, self.state.components.cargo))
                worth = earned / (self._actions_for(legs) + 2 + 2 * distances.get(number, 0))
                best = max(best or (0.0, island), (worth, island), key=lambda pair: pair[0])
        return self.step_towards(best[1]) if best else None

    def _pass_time(self) -> AkrotiriMove:
        """Asks the oracle for the terrain that the maps in hand lack most, or ends the turn."""
        questions = [move for move in self.moves if isinstance(move, ConsultOracle)]
        if not questions or self.state.actions == 0:
            return EndTurn()
        lacking = lacking_icons(self.state, self.seat)
        question = max(questions, key=lambda move: lacking.get(move.terrain, 0))
        return question if lacking.get(question.terrain) else EndTurn()

    def legs_to(self, island: Region) -> int:
        """The distance of an island in boat moves; 0 if it is unreachable or already reached."""
        return min((self.ways[dock].legs for dock in island.docks if dock in self.ways), default=0)

    def _actions_for(self, legs: int) -> float:
        return float(legs) if self.me.cargo else (legs - self.state.free_move + 1) / 2

    def step_towards(self, island: Region) -> AkrotiriMove | None:
        """The first move on the way to an island."""
        docks = [dock for dock in island.docks if dock in self.ways]
        if not docks or self.me.boat in island.docks:
            return None
        step = self.ways[min(docks, key=lambda dock: self.ways[dock].legs)].first
        return step if step in self.moves else None


class _Way(NamedTuple):
    """The distance of a dock, and the first move on the way there."""

    legs: int
    first: Sail | Portage


def _ways(state: State, boat: int, taken: int) -> dict[int, _Way]:
    """The shortest way to every reachable dock that does not stop at the other boat's dock."""
    archipelago = state.archipelago
    found: dict[int, _Way] = {}
    edge: list[tuple[int, _Way | None]] = [(boat, None)]
    while edge:
        ahead: list[tuple[int, _Way | None]] = []
        for dock, way in edge:
            for kind, region in (
                (Sail, archipelago.network_of_dock(dock)),
                (Portage, archipelago.island_of_dock(dock)),
            ):
                for other in region.docks:
                    if other not in found and other not in (boat, taken):
                        found[other] = _Way(way.legs + 1, way.first) if way else _Way(1, kind(other))
                        ahead.append((other, found[other]))
        edge = ahead
    return found


def fits(state: State, seat: int) -> Iterator[tuple[MapCard, Region]]:
    """Each map in hand with each island where it could be dug."""
    islands = [
        island
        for island in state.archipelago.islands.regions.values()
        if island.docks and may_hold_temple(state, island)
    ]
    for name in state.players[seat].maps:
        card = state.components.maps[name]
        bounds = bounds_of(card, state.archipelago.spreads, turned=is_turned(state, seat))
        if bounds is not None:
            for island in islands:
                if sites_on(state.archipelago, island, bounds):
                    yield card, island


def takings(state: State, colours: Iterable[str]) -> int:
    """What cubes earn when they are sold one after another."""
    earned, sold = 0, dict.fromkeys(state.market, 0)
    for colour in colours:
        squares = state.components.squares[colour]
        earned += squares[len(squares) - state.market[colour] - 1 - sold[colour]]
        sold[colour] += 1
    return earned


def dearest(state: State, colours: list[str], count: int) -> list[str]:
    """The cubes that sell best."""
    return sorted(colours, key=lambda colour: -price_of(state, colour))[:count]


def lacking_icons(state: State, seat: int) -> dict[str, int]:
    """How many icons of each terrain the maps in hand still miss."""
    missing: dict[str, int] = {}
    for name in state.players[seat].maps:
        for terrain, icons in state.components.maps[name].needs.values():
            short = icons - len(state.archipelago.spreads.get(terrain, Spread()).rows)
            missing[terrain] = missing.get(terrain, 0) + max(short, 0)
    return missing


def cube_worth(state: State, move: AkrotiriMove) -> tuple[int, int, int]:
    """Prefers expensive cubes on reachable islands."""
    if not isinstance(move, PlaceCube) or state.last_cell is None:
        return (0, 0, 0)
    island = state.archipelago.islands.regions[state.archipelago.island_at(state.last_cell, move.corner)]
    distance = portages_from_thera(state.archipelago).get(island.id)
    return (distance is not None, -(distance or 0), price_of(state, move.colour))


def goal_worth(state: State, seat: int, move: AkrotiriMove) -> float:
    """The current and expected points of a goal card."""
    if not isinstance(move, KeepGoal | TakeGoal):
        return 0
    found = survey(state.archipelago, (temple for temple in state.temples if temple.seat == seat))
    scored = COUNTS[move.goal](found) * state.components.goals[move.goal].points
    return scored * 2 + _EXPECTED_GOAL_POINTS.get(move.goal, _EXPECTED_ICON_GOAL_POINTS)


def _choose_placement(state: State, seat: int, moves: Sequence[AkrotiriMove], rng: Random) -> AkrotiriMove:
    """Chooses the placement whose icon helps the maps in hand, near Thera and with reachable docks."""
    placements = [move for move in moves if isinstance(move, PlayTile)]
    evaluator = PlacementEvaluator(state, seat)
    ranked = sorted(placements, key=lambda move: (-evaluator.worth(move), rng.random()))
    return max(ranked[:_EVALUATED_IN_DEPTH], key=lambda move: evaluator.worth(move) + evaluator.reach(move))


class PlacementEvaluator:
    """Evaluates placements of the tile in hand by how its icon helps the maps in hand."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.tile = str(state.players[seat].tile)
        self.terrain = state.components.tiles[self.tile].terrain
        sites = [
            site
            for island in state.archipelago.islands.regions.values()
            if may_hold_temple(state, island)
            for site in state.archipelago.sites_of(island)
        ]
        self.columns = sorted(column for column, _ in sites)
        self.rows = sorted(row for _, row in sites)
        self.cards = [state.components.maps[name] for name in state.players[seat].maps]
        self.turned = is_turned(state, seat)
        self._seen: dict[Quadrant, float] = {}

    def worth(self, move: PlayTile) -> float:
        """How much of the map the cards' sides allow with the icon there, less the way from Thera."""
        icon = self.state.components.tiles[self.tile].designs[move.rotation].icon
        quadrant = quadrant_at((move.x, move.y), icon)
        if quadrant not in self._seen:
            spread = self.state.archipelago.spreads.get(self.terrain, Spread())
            grown = Spread(tuple(sorted((*spread.columns, quadrant[0]))), tuple(sorted((*spread.rows, quadrant[1]))))
            spreads = {**self.state.archipelago.spreads, self.terrain: grown}
            away = abs(2 * move.x + 1) + abs(2 * move.y + 1)
            self._seen[quadrant] = sum(self._room(card, spreads) for card in self.cards) - away / 20
        return self._seen[quadrant]

    def _room(self, card: MapCard, spreads: Mapping[str, Spread]) -> float:
        """The share of all sites within the card's bounds, counted by column and by row."""
        bounds = bounds_of(card, spreads, turned=self.turned)
        if bounds is None or not self.rows:
            return -1.0 if bounds is None else 0.0
        wide = bisect_left(self.columns, bounds.east) - bisect_right(self.columns, bounds.west)
        high = bisect_left(self.rows, bounds.south) - bisect_right(self.rows, bounds.north)
        share = max(wide, 0) * max(high, 0) / len(self.rows) ** 2
        return share or min(wide, 0) / len(self.rows) + min(high, 0) / len(self.rows)

    def reach(self, move: PlayTile) -> float:
        """How many docks lie on Thera's network once the tile lies there."""
        grown = self.state.components.map_with(self.state.archipelago, (move.x, move.y), self.tile, move.rotation)
        return len(grown.networks.at(grown.hub).docks) / 50

"""Greedy strategy for Akrotiri: fetch cubes, sell them, buy maps, dig where maps and goal cards give most."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from clio.bots.greedy.akrotiri_fits import Fit, fits
from clio.bots.greedy.akrotiri_goal_value import GoalValue, ranked_goals
from clio.bots.greedy.akrotiri_placement import ranked_placements
from clio.bots.greedy.akrotiri_ways import ways_from
from clio.games.akrotiri.geometry.grid import quadrant_at
from clio.games.akrotiri.geometry.island_map import Spread
from clio.games.akrotiri.geometry.portage import portages_from_thera
from clio.games.akrotiri.geometry.regions import Region
from clio.games.akrotiri.moves import AkrotiriMove, BuyMaps, ConsultOracle, EndTurn, Excavate, Load, PlaceCube, Sell
from clio.games.akrotiri.state import State
from clio.games.akrotiri.trading import price_of

SLOT: Final = 2.0
"""The minimum expected value of a temple; a dig that gives less waits for a better one."""
EVALUATED: Final = 12
"""How many placements of a tile are evaluated in depth."""
_MAPS_WANTED: Final = 3


def choose(
    state: State, seat: int, moves: Sequence[AkrotiriMove], rng: Random, *, evaluated: int = EVALUATED
) -> AkrotiriMove:
    """Chooses a legal move, given the state as the seat knows it."""
    if state.step == "tile":
        return ranked_placements(state, seat, moves, rng, evaluated)[0]
    if state.step == "cube":
        return max(moves, key=lambda move: cube_worth(state, move))
    if state.step == "goal":
        return ranked_goals(state, seat, moves)[0]
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
        self.ways = ways_from(state, self.me.boat, state.players[1 - seat].boat)
        self.home = state.archipelago.islands.at(state.archipelago.home)

    def choose(self) -> AkrotiriMove:
        """Sells first; then goes for the dig with the most points per action, or earns the money for one."""
        return self._sell() or self._dig() or self._earn() or self._pass_time()

    def _sell(self) -> AkrotiriMove | None:
        sales = [move for move in self.moves if isinstance(move, Sell)]
        return max(sales, key=lambda sale: price_of(self.state, sale.cube), default=None)

    def _dig(self) -> AkrotiriMove | None:
        """Digs, or makes the first move to the dig whose map and goal points are the most per action."""
        best: tuple[float, Fit] | None = None
        goal_value = GoalValue(self.state, self.seat)
        for fit in fits(self.state, self.seat):
            actions = self._actions_to_dig(fit.island)
            if actions and fit.card.cost <= self.me.drachmas:
                worth = (fit.card.points + goal_value.best_gain(fit.island, fit.sites) - SLOT) / actions
                if best is None or worth > best[0]:
                    best = worth, fit
        if best is None:
            return None
        card, island, _ = best[1]
        if self.me.boat not in island.docks:
            return self.step_towards(island)
        digs = [move for move in self.moves if isinstance(move, Excavate) and move.card == card.id]
        site_gain = lambda dig: goal_value.gain(island, quadrant_at((dig.x, dig.y), dig.corner))  # noqa: E731
        return max(digs, key=site_gain, default=None)

    def _actions_to_dig(self, island: Region) -> float:
        """The actions of the way and the dig; 0 if the island is unreachable."""
        if self.me.boat in island.docks:
            return 1.0
        legs = self.legs_to(island)
        return self._actions_for(legs) + 1 if legs else 0.0

    def _earn(self) -> AkrotiriMove | None:
        """Fills the boat, takes the cargo home, buys maps when none in hand fits."""
        loads = [move for move in self.moves if isinstance(move, Load)]
        if loads:
            return max(loads, key=lambda load: takings(self.state, load.cubes))
        if self.me.cargo:
            return self.step_towards(self.home)
        return self._buy() or self._fetch() or self.step_towards(self.home)

    def _buy(self) -> AkrotiriMove | None:
        """Buys two cards of a deck with one action if affordable, else one, and keeps the price of a dig."""
        if len({fit.card.id for fit in fits(self.state, self.seat)}) >= _MAPS_WANTED:
            return None
        prices, cards = self.state.components.prices, self.state.components.maps.values()
        for deck in reversed([deck for deck, left in self.state.map_piles.items() if left]):
            purse = self.me.drachmas - min(card.cost for card in cards if card.difficulty == deck)
            if purse <= prices[0]:
                continue
            single, double = (
                BuyMaps(*(count * (deck == each) for each in ("easy", "medium", "hard"))) for count in (1, 2)
            )
            if single not in self.moves:
                return self.step_towards(self.home)
            wants_two = self.state.components.temples - self.me.temples > 1 and purse > prices[1]
            return double if wants_two and double in self.moves else single
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

"""Placing land tiles in Akrotiri: what a placement does for the maps in hand and for the goal cards."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from clio.bots.greedy.akrotiri_fits import fits, open_islands
from clio.bots.greedy.akrotiri_goal_value import GoalValue
from clio.games.akrotiri.data_files import MapCard
from clio.games.akrotiri.excavation import bounds_of, is_turned, may_hold_temple
from clio.games.akrotiri.geometry.grid import Quadrant, quadrant_at
from clio.games.akrotiri.geometry.island_map import IslandMap, Spread
from clio.games.akrotiri.geometry.portage import portages_from_thera
from clio.games.akrotiri.moves import AkrotiriMove, PlayTile
from clio.games.akrotiri.state import State

_DOCK: Final = 0.02
"""The value of another dock on Thera's routes to the player who places the tile."""
_PORTAGE: Final = 0.5
"""What a portage on the way to an island costs, in points: half an action of an empty boat."""
_PROSPECT: Final = 0.3
"""The share of goal points on islands for which no map is in hand yet."""
_REMOTE: Final = 1.0
"""The value of each portage that islands lie from Thera, to a seat with a goal card that counts portages."""
_THOROUGH: Final = 10
"""With at least this many evaluated placements, all are tried for goal cards that count portages."""


def outlook(state: State, seat: int) -> float:
    """The expected points of the maps in hand and of goal cards on islands without a temple."""
    goal_value = GoalValue(state, seat)
    distances = portages_from_thera(state.archipelago)
    to_build = state.components.temples - state.players[seat].temples
    best: dict[str, float] = {}
    for card, island, sites in fits(state, seat):
        if island.id in distances:
            points = card.points + goal_value.best_gain(island, sites) - _PORTAGE * distances[island.id]
            best[card.id] = max(best.get(card.id, 0.0), points)
    ready = sum(sorted(best.values(), reverse=True)[:to_build])
    return ready + _PROSPECT * prospect(state, goal_value, distances, to_build)


def prospect(state: State, goal_value: GoalValue, distances: Mapping[int, int], to_build: int) -> int:
    """The goal points that the best islands without a temple would give, one temple each."""
    if not goal_value.has_goals:
        return 0
    gains = (
        goal_value.best_gain(island, list(state.archipelago.sites_of(island)))
        for island in open_islands(state)
        if island.id in distances
    )
    return sum(sorted(gains, reverse=True)[:to_build])


def ranked_placements(
    state: State, seat: int, moves: Sequence[AkrotiriMove], rng: Random, evaluated: int
) -> list[PlayTile]:
    """The placements by the expected points of maps and goal cards, best first."""
    evaluator = PlacementEvaluator(state, seat)
    placements = [move for move in moves if isinstance(move, PlayTile)]
    ranked = sorted(placements, key=lambda move: (-evaluator.worth(move), rng.random()))
    closer = ranked[:evaluated]
    counts_portages = GoalValue(state, seat).counts_portages
    if counts_portages and evaluated >= _THOROUGH:
        closer = sorted(ranked, key=evaluator.remoteness, reverse=True)[:evaluated] + closer

    def worth(move: PlayTile) -> float:
        grown = evaluator.grown(move)
        docks = len(grown.networks.at(grown.hub).docks)
        after = replace(state, archipelago=grown)
        remote = _REMOTE * evaluator.remoteness(move) if counts_portages else 0.0
        return evaluator.worth(move) + _DOCK * docks + outlook(after, seat) + GoalValue(after, seat).now + remote

    return sorted(dict.fromkeys(closer), key=worth, reverse=True)


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
        self._portages: dict[PlayTile, int] = {}

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

    def grown(self, move: PlayTile) -> IslandMap:
        """The map with the tile in hand."""
        return self.state.components.map_with(self.state.archipelago, (move.x, move.y), self.tile, move.rotation)

    def remoteness(self, move: PlayTile) -> int:
        """How many portages the islands lie from Thera, all together, once the tile lies there."""
        if move not in self._portages:
            self._portages[move] = sum(portages_from_thera(self.grown(move)).values())
        return self._portages[move]

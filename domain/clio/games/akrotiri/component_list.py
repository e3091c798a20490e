"""The components as clients get them: tile designs, cards, the Thera board, market and player board."""

from functools import cache
from typing import Final

import msgspec

from clio.games.akrotiri.components import DATA_SETS, STANDARD, Components
from clio.games.akrotiri.data_files import PrintedTile, TheraFile
from clio.games.akrotiri.data_validation import design_of
from clio.games.akrotiri.geometry.grid import CORNERS, SIDES, Cell, corner_point, neighbours
from clio.games.akrotiri.view import NeedView, TrackView
from clio.kernel.component_set import ComponentSet, ComponentText, rule_text
from clio.kernel.rulebook import Rulebook

_MIDDLE: Final = (0, 0)
"""The vertex in the middle of the Thera board."""


class TileNetwork(msgspec.Struct, frozen=True):
    """Exits that a route joins."""

    exits: tuple[str, ...]


class LandZone(msgspec.Struct, frozen=True):
    """Corners whose land is connected."""

    corners: tuple[str, ...]


class TileDock(msgspec.Struct, frozen=True):
    """A dock between the land of a corner and the route of an exit."""

    corner: str
    exit: str


class TileDesign(msgspec.Struct, frozen=True):
    """A land tile with rotation r0."""

    tile: str
    kind: str
    terrain: str
    icon: str
    networks: tuple[TileNetwork, ...]
    zones: tuple[LandZone, ...]
    docks: tuple[TileDock, ...]
    provenance: str


class TheraCell(msgspec.Struct, frozen=True):
    """A cell of the Thera board, its exits, and its corner in the middle of the board."""

    x: int
    y: int
    exits: tuple[str, ...]
    home: str


class TheraDock(msgspec.Struct, frozen=True):
    """A dock of the Thera board."""

    name: str
    x: int
    y: int
    corner: str


class TheraBoard(msgspec.Struct, frozen=True):
    """The Thera board."""

    cells: tuple[TheraCell, ...]
    docks: tuple[TheraDock, ...]
    provenance: str


class MapCardEntry(msgspec.Struct, frozen=True):
    """A map card."""

    card: str
    difficulty: str
    cost: int
    points: int
    needs: tuple[NeedView, ...]
    provenance: str


class GoalCardEntry(msgspec.Struct, frozen=True):
    """A goal card, with the rule that says what counts."""

    goal: str
    points: int
    text: ComponentText
    provenance: str


class MarketRowEntry(msgspec.Struct, frozen=True):
    """A row of the market."""

    colour: str
    terrain: str
    squares: tuple[int, ...]


class ComponentList(msgspec.Struct, frozen=True):
    """All components of a data set."""

    tiles: tuple[TileDesign, ...]
    thera: TheraBoard
    maps: tuple[MapCardEntry, ...]
    map_prices: tuple[int, ...]
    goals: tuple[GoalCardEntry, ...]
    market: tuple[MarketRowEntry, ...]
    track: tuple[TrackView, ...]
    drachmas: int
    cargo: int
    temples: int


@cache
def component_sets(rulebook: Rulebook) -> tuple[ComponentSet, ...]:
    """Every data set, the standard one first."""
    names = sorted(DATA_SETS, key=lambda name: (name != STANDARD, name))
    return tuple(
        ComponentSet(name, DATA_SETS[name].digest, DATA_SETS[name].content, list_components(DATA_SETS[name], rulebook))
        for name in names
    )


def list_components(components: Components, rulebook: Rulebook) -> ComponentList:
    """The components of a data set."""
    printed = components.printed
    return ComponentList(
        tiles=tuple(map(_tile, printed.tiles.tiles)),
        thera=_thera(printed.thera),
        maps=tuple(
            MapCardEntry(
                card=card.id,
                difficulty=card.difficulty,
                cost=card.cost,
                points=card.points,
                needs=tuple(NeedView(side, terrain, icons) for side, (terrain, icons) in card.needs.items()),
                provenance=card.provenance,
            )
            for card in printed.maps.maps
        ),
        map_prices=components.prices,
        goals=tuple(
            GoalCardEntry(
                goal=goal.id,
                points=goal.points,
                text=rule_text(rulebook, f"AKT-GOAL-{goal.id.upper()}"),
                provenance=goal.provenance,
            )
            for goal in printed.goals.goals
        ),
        market=tuple(MarketRowEntry(row.colour, row.terrain, row.squares) for row in printed.market.rows),
        track=tuple(TrackView(square.temples, square.actions, square.bonus or None) for square in components.track),
        drachmas=components.drachmas,
        cargo=components.cargo,
        temples=components.temples,
    )


def _tile(tile: PrintedTile) -> TileDesign:
    design = design_of(tile)
    return TileDesign(
        tile=tile.id,
        kind=tile.kind,
        terrain=tile.terrain,
        icon=design.icon,
        networks=tuple(map(TileNetwork, design.networks)),
        zones=tuple(map(LandZone, design.zones)),
        docks=tuple(TileDock(dock.corner, dock.exit) for dock in design.docks),
        provenance=tile.provenance,
    )


def _thera(thera: TheraFile) -> TheraBoard:
    return TheraBoard(
        cells=tuple(_thera_cell(cell, frozenset(thera.cells)) for cell in thera.cells),
        docks=tuple(TheraDock(dock.name, *dock.cell, dock.at) for dock in thera.docks),
        provenance=thera.hub_provenance,
    )


def _thera_cell(cell: Cell, board: frozenset[Cell]) -> TheraCell:
    exits = (side for side, beside in zip(SIDES, neighbours(cell), strict=True) if beside not in board)
    home = next(corner for corner in CORNERS if corner_point(cell, corner) == _MIDDLE)
    return TheraCell(*cell, tuple(exits), home)

"""The format of the data files: one struct per kind of item, each with its provenance."""

from typing import Literal, TypeAlias

import msgspec

from clio.games.akrotiri.geometry.grid import Cell, Corner, Side

Provenance: TypeAlias = Literal["rulebook", "published", "reconstruction"]
Terrain: TypeAlias = Literal["volcano", "lake", "tree", "mountain"]
Colour: TypeAlias = Literal["orange", "blue", "green", "grey"]
Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
Bonus: TypeAlias = Literal["", "goal", "last-round"]
GoalId: TypeAlias = Literal[
    "one-portage",
    "far-portage",
    "no-icons",
    "volcano-islands",
    "lake-islands",
    "tree-islands",
    "mountain-islands",
    "three-terrains",
    "apart",
    "quadrants",
    "largest-completed",
    "uncompleted",
]


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base class of the items in data files."""


class PrintedDock(Printed, frozen=True):
    """A dock of a land tile: its land zone, its network, and the corner where it is drawn."""

    zone: str
    network: str
    at: Corner


class PrintedTile(Printed, frozen=True):
    """A land tile as it lies unturned: networks by their exits, land zones by their corners."""

    id: str
    kind: str
    terrain: Terrain
    icon: Corner
    networks: tuple[str, ...]
    zones: tuple[str, ...]
    docks: tuple[PrintedDock, ...]
    provenance: Provenance


class TileFile(Printed, frozen=True):
    """``tiles.json``."""

    tiles: tuple[PrintedTile, ...]


class TheraDock(Printed, frozen=True):
    """A dock of the Thera board, drawn at a corner of one of its cells."""

    name: str
    cell: Cell
    at: Corner
    provenance: Provenance


class TheraFile(Printed, frozen=True):
    """``thera.json``."""

    cells: tuple[Cell, ...]
    cells_provenance: Provenance
    hub_provenance: Provenance
    docks: tuple[TheraDock, ...]


class MarketRow(Printed, frozen=True):
    """The squares of one colour from left to right, and the terrain it belongs to."""

    colour: Colour
    terrain: Terrain
    squares: tuple[int, ...]
    provenance: Provenance


class MarketFile(Printed, frozen=True):
    """``market.json``."""

    rows: tuple[MarketRow, ...]


class MapCard(Printed, frozen=True):
    """A map card: for each side a terrain and how many of its icons must lie beyond the site. North is above."""

    id: str
    difficulty: Difficulty
    cost: int
    points: int
    needs: dict[Side, tuple[Terrain, int]]
    provenance: Provenance


class MapFile(Printed, frozen=True):
    """``maps.json``; ``prices`` are for one, two and three cards bought at once."""

    prices: tuple[int, ...]
    prices_provenance: Provenance
    maps: tuple[MapCard, ...]


class GoalCard(Printed, frozen=True):
    """A goal card and its points for each temple, quadrant or tile that counts."""

    id: GoalId
    points: int
    provenance: Provenance


class GoalFile(Printed, frozen=True):
    """``goals.json``."""

    goals: tuple[GoalCard, ...]


class TrackSquare(Printed, frozen=True):
    """What the player board shows once so many temples have left it."""

    temples: int
    actions: int
    bonus: Bonus
    provenance: Provenance


class TrackFile(Printed, frozen=True):
    """``track.json``: a player's start and player board."""

    drachmas: int
    cargo: int
    numbers_provenance: Provenance
    track: tuple[TrackSquare, ...]


class PrintedSet(msgspec.Struct, frozen=True):
    """All files of a data set."""

    goals: GoalFile
    maps: MapFile
    market: MarketFile
    thera: TheraFile
    tiles: TileFile
    track: TrackFile

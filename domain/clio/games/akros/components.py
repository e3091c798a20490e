"""The boards and their tiles, loaded from ``boards/*.json`` and validated."""

from collections import Counter
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, Literal

import msgspec

from clio.games.akros.board import ENVIRONMENTS, Board, Layout, Region
from clio.kernel.integrity.canonical import canonical

Provenance = Literal["rulebook", "published", "reconstruction", "clio"]
"""The source of a component; ``clio`` marks what this project invented."""

TILES: Final = 19
SERVANTS: Final = 4


class TileCount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many tiles of an environment are in the bag."""

    id: Literal["forest", "mountain", "sea"]
    count: int
    provenance: Provenance


class RegionEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A region of the board: its axial coordinates, its environment and its neighbours."""

    id: int
    q: int
    r: int
    environment: Literal["forest", "mountain", "sea"]
    neighbours: tuple[int, ...]
    provenance: Provenance


class StartEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a side's servants stand at the start."""

    side: Literal["jinn", "ifrit"]
    regions: tuple[int, ...]
    provenance: Provenance


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of one board file."""

    name: str
    title: str
    about: str
    tiles: tuple[TileCount, ...]
    regions: tuple[RegionEntry, ...]
    servants: tuple[StartEntry, ...]

    def start(self, side: str) -> tuple[int, ...]:
        """The starting regions of a side, in order."""
        return tuple(sorted(region for entry in self.servants if entry.side == side for region in entry.regions))

    def reconstructed(self) -> tuple[str, ...]:
        """The parts of this board that are not known from the rulebook, one sentence each."""
        parts = (
            ("the tile counts", self.tiles),
            ("the regions, their environments and which of them touch", self.regions),
            ("the starting regions of the servants", self.servants),
        )
        words = {"reconstruction": "reconstructed from the rulebook's examples", "clio": "Clio's own invention"}
        return tuple(
            f"Board {self.name}: {part} are {words[provenance]}."
            for part, entries in parts
            for provenance in words
            if any(entry.provenance == provenance for entry in entries)
        )


class BoardFaultError(ValueError):
    """A board file is invalid."""


def load_boards(folder: Traversable) -> dict[str, tuple[BoardFile, Board]]:
    """Loads every board of a folder, by name."""
    found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".json")), key=lambda entry: entry.name)
    return {
        entry.name.removesuffix(".json"): read_board(entry.name.removesuffix(".json"), entry.read_bytes())
        for entry in found
    }


def read_board(name: str, content: bytes) -> tuple[BoardFile, Board]:
    """Parses and validates a board file; BoardFaultError lists its faults."""
    try:
        file = msgspec.json.decode(content, type=BoardFile)
    except msgspec.DecodeError as fault:
        raise BoardFaultError(f"board {name}: {fault}") from fault
    layout = Layout(
        name=file.name,
        digest=sha256(canonical(msgspec.json.decode(content))).hexdigest(),
        regions=tuple(
            Region(entry.id, entry.q, entry.r, entry.environment, entry.neighbours) for entry in file.regions
        ),
        jinn=file.start("jinn"),
        ifrit=file.start("ifrit"),
        pool=tuple((tile.id, tile.count) for tile in sorted(file.tiles, key=lambda tile: tile.id)),
    )
    faults = (*_name_faults(name, layout), *_tile_faults(layout), *_region_faults(layout))
    board = None if faults else Board(layout)
    faults = faults if board is None else tuple(_start_faults(board))
    if board is None or faults:
        raise BoardFaultError(f"board {name}: {'; '.join(faults)}")
    return file, board


def _name_faults(name: str, layout: Layout) -> list[str]:
    return [] if layout.name == name else [f"the file calls itself {layout.name}"]


def _tile_faults(layout: Layout) -> list[str]:
    faults = []
    if tuple(tile for tile, _ in layout.pool) != ENVIRONMENTS:
        faults.append(f"tiles are counted once for each of {', '.join(ENVIRONMENTS)}")
    if any(count < 0 for _, count in layout.pool) or sum(count for _, count in layout.pool) != TILES:
        faults.append(f"the bag must hold {TILES} tiles")
    return faults


def _region_faults(layout: Layout) -> list[str]:
    regions = layout.regions
    if [region.id for region in regions] != list(range(len(regions))):
        return ["regions are numbered 0, 1, 2 … in order"]
    faults = []
    places = {(region.q, region.r): region.id for region in regions}
    if len(places) != len(regions):
        faults.append("two regions share a place")
    for region in regions:
        stray = [other for other in region.neighbours if other not in range(len(regions))]
        faults += [f"region {region.id} touches {other}, which is no region" for other in stray]
        faults += [
            f"region {region.id} touches {other}, but not the other way round"
            for other in region.neighbours
            if other not in stray and region.id not in regions[other].neighbours
        ]
        if sorted(region.neighbours) != _touching(region, places):
            faults.append(f"the neighbours of region {region.id} are not those of its place")
    return faults


def _touching(region: Region, places: dict[tuple[int, int], int]) -> list[int]:
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    beside = ((region.q + q, region.r + r) for q, r in steps)
    return sorted(places[place] for place in beside if place in places)


def _start_faults(board: Board) -> list[str]:
    layout = board.layout
    faults = [
        f"{side} needs {SERVANTS} starting regions"
        for side, start in (("jinn", layout.jinn), ("ifrit", layout.ifrit))
        if len(start) != SERVANTS
    ]
    servants = Counter(layout.jinn + layout.ifrit)
    faults += [f"region {region} is the start of two servants" for region, count in servants.items() if count > 1]
    unknown = [region for region in servants if region not in range(board.size)]
    faults += [f"a servant starts on {region}, which is no region" for region in unknown]
    if not faults:
        contested = board.contested(layout.ifrit)
        faults += [f"region {region} is contested at the start" for region in servants if region in contested]
    return faults


_FOLDER: Final = files("clio.games.akros").joinpath("boards")
_LOADED: Final = load_boards(_FOLDER)
BOARD_FILES: Final = {name: file for name, (file, _) in _LOADED.items()}
BOARDS: Final = {name: board for name, (_, board) in _LOADED.items()}
CONTENTS: Final = {
    name: canonical(msgspec.json.decode(_FOLDER.joinpath(f"{name}.json").read_bytes())) for name in BOARDS
}
"""The canonical bytes of every board file."""
STANDARD: Final = "standard"

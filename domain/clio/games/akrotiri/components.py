"""The components: a data set, loaded once, validated, with every tile's design precomputed in each rotation."""

from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import msgspec

from clio.games.akrotiri.data_files import GoalCard, MapCard, PrintedSet, TrackSquare
from clio.games.akrotiri.data_validation import DIFFICULTIES, design_of, flaws_of
from clio.games.akrotiri.geometry.design import Design, rotations_of
from clio.games.akrotiri.geometry.grid import Cell, Rotation
from clio.games.akrotiri.geometry.island_map import IslandMap, Placed, around_thera
from clio.kernel.integrity.canonical import canonical


class Tile(msgspec.Struct, frozen=True):
    """A land tile: its terrain and its print in each rotation."""

    id: str
    terrain: str
    designs: dict[str, Design]


class Components(msgspec.Struct, frozen=True, eq=False):
    """The components of a data set."""

    name: str
    digest: str
    content: bytes
    printed: PrintedSet
    tiles: dict[str, Tile]
    maps: dict[str, MapCard]
    decks: dict[str, tuple[str, ...]]
    goals: dict[str, GoalCard]
    prices: tuple[int, ...]
    squares: dict[str, tuple[int, ...]]
    colours: dict[str, str]
    track: tuple[TrackSquare, ...]
    drachmas: int
    cargo: int
    thera: IslandMap
    reconstructed: tuple[str, ...]

    @property
    def temples(self) -> int:
        """How many temples a player has."""
        return len(self.track) - 1

    def map_with(self, archipelago: IslandMap, cell: Cell, tile: str, rotation: Rotation) -> IslandMap:
        """The map with one more tile."""
        print_ = self.tiles[tile]
        return archipelago.with_tile(cell, Placed(tile, rotation), print_.designs[rotation], print_.terrain)


def load_set(name: str, folder: Traversable) -> Components:
    """Loads the data set in a folder; ValueError lists its flaws."""
    raw = {part: folder.joinpath(f"{part}.json").read_bytes() for part in PrintedSet.__struct_fields__}
    try:
        content = {part: msgspec.json.decode(text) for part, text in raw.items()}
        printed = msgspec.convert(content, PrintedSet)
        designs = {tile.id: design_of(tile) for tile in printed.tiles.tiles}
    except ValueError as flaw:
        raise ValueError(f"data set {name}: {flaw}") from flaw
    if flaws := list(flaws_of(printed)):
        raise ValueError(f"data set {name}: {'; '.join(flaws)}")
    return _unpacked(name, canonical(content), printed, designs)


def _unpacked(name: str, content: bytes, printed: PrintedSet, designs: dict[str, Design]) -> Components:
    cards = printed.maps.maps
    docks = tuple((dock.cell, dock.at) for dock in printed.thera.docks)
    return Components(
        name=name,
        digest=sha256(content).hexdigest(),
        content=content,
        printed=printed,
        tiles={tile.id: Tile(tile.id, tile.terrain, rotations_of(designs[tile.id])) for tile in printed.tiles.tiles},
        maps={card.id: card for card in cards},
        decks={deck: tuple(card.id for card in cards if card.difficulty == deck) for deck in DIFFICULTIES},
        goals={goal.id: goal for goal in printed.goals.goals},
        prices=printed.maps.prices,
        squares={row.colour: row.squares for row in printed.market.rows},
        colours={row.terrain: row.colour for row in printed.market.rows},
        track=printed.track.track,
        drachmas=printed.track.drachmas,
        cargo=printed.track.cargo,
        thera=around_thera(printed.thera.cells, docks),
        reconstructed=tuple(_reconstructed(printed)),
    )


def _reconstructed(printed: PrintedSet) -> Iterator[str]:
    tiles, cards = printed.tiles.tiles, printed.maps.maps
    if count := sum(tile.provenance == "reconstruction" for tile in tiles):
        yield f"The routes, land and docks of {count} of the {len(tiles)} land tiles."
    if printed.thera.hub_provenance == "reconstruction":
        yield "The routes and the rim of the Thera board."
    if count := sum(card.provenance == "reconstruction" for card in cards):
        yield f"The icons and costs of {count} of the {len(cards)} map cards."


def _found_sets() -> dict[str, Components]:
    folders = sorted(files("clio.games.akrotiri").joinpath("data").iterdir(), key=lambda folder: folder.name)
    return {folder.name: load_set(folder.name, folder) for folder in folders if folder.joinpath("tiles.json").is_file()}


DATA_SETS: Final = _found_sets()
STANDARD: Final = "standard"

"""The components: tiles, characters and numbers, loaded once from ``components.json`` and validated."""

from hashlib import sha256
from importlib.resources import files
from typing import Final, Literal

import msgspec

from clio.kernel.integrity.canonical import canonical

Provenance = Literal["rulebook", "published", "reconstruction"]

LANDSLIDE: Final = "landslide"
AREAS: Final = ("mosaics", "statues", "amphoras", "skeletons")


class TileKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of tile: its area and how many there are."""

    id: str
    area: Literal["mosaics", "statues", "amphoras", "skeletons", "entrance"]
    count: int
    provenance: Provenance
    note: str = ""


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the four characters of a team."""

    id: Literal["assistant", "archaeologist", "digger", "professor"]
    provenance: Provenance


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The set-up for a number of players."""

    seats: int
    landslides_set_aside: int
    entrance_covered: int
    provenance: Provenance


class Entrance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The spaces that landslides cover."""

    spaces: int
    provenance: Provenance


class TurnLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many tiles a turn draws and takes."""

    draw: int
    take: int
    archaeologist: int
    digger: int
    provenance: Provenance


class MosaicScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many tiles make a mosaic, and its points."""

    tiles: int
    one_colour: int
    mixed: int
    provenance: Provenance


class SkeletonScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The members of a family, and the points of a family and of a single skeleton."""

    family_large: int
    family_small: int
    family: int
    single: int
    provenance: Provenance


class AmphoraScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points by the number of different colours in a group."""

    groups: dict[int, int]
    provenance: Provenance

    def __post_init__(self) -> None:
        steps = [self.points(colours) - self.points(colours - 1) for colours in range(1, max(self.groups) + 1)]
        if steps != sorted(steps):
            raise ValueError("a larger group must never be worth breaking up")

    def points(self, colours: int) -> int:
        """The points of a group with that many colours."""
        return self.groups.get(colours, 0)


class StatueScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for the most, the fewest and all counts between."""

    most: int
    middle: int
    fewest: int
    provenance: Provenance


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All components of the game."""

    game: Literal["amphipolis"]
    tiles: tuple[TileKind, ...]
    characters: tuple[Character, ...]
    tables: tuple[Table, ...]
    entrance: Entrance
    turn: TurnLimits
    mosaics: MosaicScore
    skeletons: SkeletonScore
    amphoras: AmphoraScore
    statues: StatueScore

    def __post_init__(self) -> None:
        ids = [kind.id for kind in self.tiles]
        if len(set(ids)) != len(ids):
            raise ValueError("a kind of tile is listed twice")
        if any(kind.count < 1 for kind in self.tiles):
            raise ValueError("a kind of tile has no tiles")
        places = list(dict.fromkeys(kind.area for kind in self.tiles))
        if places != [*AREAS, "entrance"] or ids[-1] != LANDSLIDE or self.tiles[-2].area == "entrance":
            raise ValueError("tiles are listed area by area, the landslide last")
        if [character.id for character in self.characters] != ["assistant", "archaeologist", "digger", "professor"]:
            raise ValueError("the four characters are listed once each")
        if [table.seats for table in self.tables] != [1, 2, 3, 4]:
            raise ValueError("there is one table for each of 1, 2, 3 and 4 seats")
        for table in self.tables:
            bagged = self.tiles[-1].count - table.landslides_set_aside - table.entrance_covered
            if bagged + table.entrance_covered < self.entrance.spaces:
                raise ValueError(f"with {table.seats} seats the landslides cannot close the site")


def load_components(text: bytes) -> Components:
    """Parses a data file; ValueError if it is inconsistent."""
    return msgspec.json.decode(text, type=Components)


_TEXT: Final = files(__package__).joinpath("components.json").read_bytes()
COMPONENTS: Final = load_components(_TEXT)
CONTENT: Final = canonical(msgspec.json.decode(_TEXT))
DIGEST: Final = sha256(CONTENT).hexdigest()
DATA_SET: Final = "components.json"

FINDINGS: Final[tuple[str, ...]] = tuple(kind.id for kind in COMPONENTS.tiles if kind.id != LANDSLIDE)
"""The kinds that lie in sorting areas, area by area; counts of tiles are tuples in this order."""
FINDING_COUNTS: Final[tuple[int, ...]] = tuple(kind.count for kind in COMPONENTS.tiles if kind.id != LANDSLIDE)
LANDSLIDES: Final[int] = COMPONENTS.tiles[-1].count
CHARACTERS: Final[tuple[str, ...]] = tuple(character.id for character in COMPONENTS.characters)
INDEX: Final[dict[str, int]] = {kind: index for index, kind in enumerate(FINDINGS)}
AREA_OF: Final[dict[str, str]] = {kind.id: kind.area for kind in COMPONENTS.tiles if kind.id != LANDSLIDE}
KINDS_OF: Final[dict[str, tuple[str, ...]]] = {
    area: tuple(kind for kind in FINDINGS if AREA_OF[kind] == area) for area in AREAS
}
SPAN: Final[dict[str, slice]] = {area: slice(INDEX[kinds[0]], INDEX[kinds[-1]] + 1) for area, kinds in KINDS_OF.items()}
"""The slice of an area's kinds in a tuple of counts."""


def table_for(seats: int) -> Table:
    """The set-up for that number of players."""
    return COMPONENTS.tables[seats - 1]

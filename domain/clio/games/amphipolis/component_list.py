"""The components as clients get them: tiles, characters, set-ups and scoring tables."""

from functools import cache
from typing import Final

import msgspec

from clio.games.amphipolis.components import AREAS, COMPONENTS, CONTENT, DATA_SET, DIGEST
from clio.kernel.component_set import ComponentSet, ComponentText, rule_text
from clio.kernel.rulebook import Rulebook

_TILES_OF_CHARACTERS: Final = {
    "assistant": 1,
    "archaeologist": COMPONENTS.turn.archaeologist,
    "digger": COMPONENTS.turn.digger,
}


class TileKindEntry(msgspec.Struct, frozen=True):
    """A kind of tile; the landslide has no area."""

    tile: str
    area: str | None
    count: int
    provenance: str


class CharacterCard(msgspec.Struct, frozen=True):
    """A character; the number of the professor's tiles depends on the areas."""

    character: str
    tiles: int | None
    text: ComponentText


class SetupEntry(msgspec.Struct, frozen=True):
    """The set-up for a number of seats."""

    seats: int
    landslides_set_aside: int
    entrance_covered: int


class MosaicScoring(msgspec.Struct, frozen=True):
    """The points of mosaics."""

    tiles: int
    one_colour: int
    mixed: int
    text: ComponentText


class SkeletonScoring(msgspec.Struct, frozen=True):
    """The points of skeletons."""

    family_large: int
    family_small: int
    family: int
    single: int
    text: ComponentText


class AmphoraGroup(msgspec.Struct, frozen=True):
    """A group of amphoras of different colours."""

    colours: int
    points: int


class AmphoraScoring(msgspec.Struct, frozen=True):
    """The points of amphoras."""

    groups: tuple[AmphoraGroup, ...]
    text: ComponentText


class StatueScoring(msgspec.Struct, frozen=True):
    """The points of statues."""

    most: int
    middle: int
    fewest: int
    text: ComponentText


class ComponentList(msgspec.Struct, frozen=True):
    """All components."""

    tiles: tuple[TileKindEntry, ...]
    characters: tuple[CharacterCard, ...]
    setups: tuple[SetupEntry, ...]
    entrance_spaces: int
    draw: int
    take: int
    mosaics: MosaicScoring
    skeletons: SkeletonScoring
    amphoras: AmphoraScoring
    statues: StatueScoring


@cache
def component_sets(rulebook: Rulebook) -> tuple[ComponentSet, ...]:
    """The only data set."""
    return (ComponentSet(DATA_SET, DIGEST, CONTENT, _listed(rulebook)),)


def _listed(rulebook: Rulebook) -> ComponentList:
    mosaics, skeletons, statues = COMPONENTS.mosaics, COMPONENTS.skeletons, COMPONENTS.statues
    return ComponentList(
        tiles=tuple(
            TileKindEntry(kind.id, kind.area if kind.area in AREAS else None, kind.count, kind.provenance)
            for kind in COMPONENTS.tiles
        ),
        characters=tuple(
            CharacterCard(
                character=character.id,
                tiles=_TILES_OF_CHARACTERS.get(character.id),
                text=rule_text(rulebook, f"AMP-{character.id.upper()}"),
            )
            for character in COMPONENTS.characters
        ),
        setups=tuple(
            SetupEntry(table.seats, table.landslides_set_aside, table.entrance_covered) for table in COMPONENTS.tables
        ),
        entrance_spaces=COMPONENTS.entrance.spaces,
        draw=COMPONENTS.turn.draw,
        take=COMPONENTS.turn.take,
        mosaics=MosaicScoring(mosaics.tiles, mosaics.one_colour, mosaics.mixed, rule_text(rulebook, "AMP-MOSAICS")),
        skeletons=SkeletonScoring(
            family_large=skeletons.family_large,
            family_small=skeletons.family_small,
            family=skeletons.family,
            single=skeletons.single,
            text=rule_text(rulebook, "AMP-SKELETONS"),
        ),
        amphoras=AmphoraScoring(
            groups=tuple(AmphoraGroup(colours, points) for colours, points in COMPONENTS.amphoras.groups.items()),
            text=rule_text(rulebook, "AMP-AMPHORAS"),
        ),
        statues=StatueScoring(statues.most, statues.middle, statues.fewest, rule_text(rulebook, "AMP-STATUES")),
    )

"""The components as clients get them: the board, its tiles, the two sides and the Temple of Time."""

from functools import cache
from typing import Final

import msgspec

from clio.games.akros.automatic_events import PILE_OF_TURN
from clio.games.akros.board import IFRIT, JINN, Region
from clio.games.akros.components import BOARD_FILES, BOARDS, CONTENTS, STANDARD, BoardFile
from clio.games.akros.state import LAST_TURN
from clio.kernel.component_set import ComponentSet, ComponentText, rule_text
from clio.kernel.rulebook import Rulebook

_MOVEMENT_RULES: Final = {JINN: "AKS-JINN-FLIGHT", IFRIT: "AKS-IFRIT-STEP"}


class TileSupply(msgspec.Struct, frozen=True):
    """The tiles of one environment."""

    environment: str
    count: int


class SideCard(msgspec.Struct, frozen=True):
    """A side, where its servants start, and how they move."""

    side: str
    servants: tuple[int, ...]
    text: ComponentText


class TemplePile(msgspec.Struct, frozen=True):
    """A pile of the Temple of Time: the turn that begins with it and the turns that fill it."""

    turn: int
    filled_in: tuple[int, ...]


class ComponentList(msgspec.Struct, frozen=True):
    """All components of a board."""

    title: str
    about: str
    regions: tuple[Region, ...]
    tiles: tuple[TileSupply, ...]
    sides: tuple[SideCard, ...]
    temple: tuple[TemplePile, ...]
    turns: int
    provenance: str


@cache
def component_sets(rulebook: Rulebook) -> tuple[ComponentSet, ...]:
    """Every board, the standard one first."""
    names = sorted(BOARDS, key=lambda name: (name != STANDARD, name))
    return tuple(
        ComponentSet(name, BOARDS[name].layout.digest, CONTENTS[name], _listed(BOARD_FILES[name], rulebook))
        for name in names
    )


def _listed(file: BoardFile, rulebook: Rulebook) -> ComponentList:
    return ComponentList(
        title=file.title,
        about=file.about,
        regions=BOARDS[file.name].layout.regions,
        tiles=tuple(TileSupply(tile.id, tile.count) for tile in file.tiles),
        sides=tuple(
            SideCard(side, file.start(side), rule_text(rulebook, rule)) for side, rule in _MOVEMENT_RULES.items()
        ),
        temple=tuple(
            TemplePile(pile, tuple(turn for turn, filled in enumerate(PILE_OF_TURN) if filled == pile))
            for pile in sorted(set(PILE_OF_TURN) - {0})
        ),
        turns=LAST_TURN,
        provenance=file.regions[0].provenance,
    )

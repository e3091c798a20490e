"""Guide to Amphipolis: signs, rules by phase, the characters, and what collections are worth."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from clio.cli.boards.amphipolis import KINDS, abbreviated
from clio.cli.boards.guide import Entry
from clio.cli.i18n.translate import filled, t
from clio.cli.render.component_counts import component_id
from clio.cli.render.options import RenderOptions
from clio.v1.amphipolis_pb2 import AmphipolisCharacter, AmphipolisPhase
from clio.v1.components_pb2 import Components
from clio.v1.view_pb2 import View

_SCORING: Final = ("AMP-MOSAICS", "AMP-STATUES", "AMP-AMPHORAS", "AMP-SKELETONS", "AMP-WINNER")
_RULES: Final[Mapping[int, tuple[str, ...]]] = {
    AmphipolisPhase.AMPHIPOLIS_PHASE_TAKE: ("AMP-TAKE-AREA", "AMP-TAKE-LIMIT", "AMP-TAKE-NONE", "AMP-CHARACTER-AFTER"),
    AmphipolisPhase.AMPHIPOLIS_PHASE_CHARACTER: ("AMP-CHARACTER-ONE", "AMP-CHARACTER-ONCE", "AMP-CHARACTER-TILES"),
}
_SOLO: Final = ("AMP-SOLO-ROBBER", "AMP-SOLO-END", "AMP-SOLO-STATUES", "AMP-SOLO-WIN")


def legend(options: RenderOptions) -> Sequence[Entry]:
    """The signs and abbreviations on the board."""
    covered, free = ("▓", "░") if options.unicode else ("#", ".")
    return [
        *((" ".join(map(abbreviated, KINDS[area])), f"{t(area)}: {_words(KINDS[area])}") for area in KINDS),
        (covered + free, t("entrance: spaces covered and free; the last landslide ends the game")),
    ]


def rules_now(view: View) -> Sequence[str]:
    """The ids of the rules that matter in this phase."""
    solo = _SOLO if view.amphipolis.HasField("robber") else ()
    return [*_RULES.get(view.amphipolis.phase, ()), "AMP-LANDSLIDE", "AMP-END", *solo, *_SCORING]


def cards(view: View, components: Components | None) -> Iterator[Entry]:
    """What each character does, and whether the player to move still has it."""
    team = next((team for team in view.amphipolis.seats if team.seat == view.viewpoint.seat), None)
    unused = set(team.characters) if team is not None else set()
    for card in components.amphipolis.characters if components is not None else ():
        name = t(component_id(AmphipolisCharacter.DESCRIPTOR, card.character)).capitalize()
        used = team is not None and card.character not in unused
        yield (filled("{character} (used)", character=name) if used else name), t(card.text.text)


def _words(kinds: Sequence[str]) -> str:
    """The colours of mosaics and amphoras; statues and halves of skeletons by their names."""
    coloured = kinds[0].startswith(("mosaic", "amphora"))
    return ", ".join(t(kind.rpartition("-")[2] if coloured else kind) for kind in kinds)

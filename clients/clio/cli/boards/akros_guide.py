"""Guide to Akros: signs, rules by step, and how the two sides' servants move."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from clio.cli.boards.akros import letter
from clio.cli.boards.guide import Entry
from clio.cli.i18n.translate import t
from clio.cli.render.component_counts import component_id
from clio.cli.render.options import RenderOptions
from clio.v1.akros_pb2 import AkrosSide, AkrosStep
from clio.v1.components_pb2 import Components
from clio.v1.view_pb2 import View

_KEEPS: Final = ("AKS-IFRIT-KEEPS", "AKS-PILES", "AKS-ENVIRONMENT", "AKS-MERIT")
_PLACES: Final = ("AKS-ENVIRONMENT", "AKS-OCCUPIED", "AKS-SERVANT")
_RULES: Final[Mapping[int, tuple[str, ...]]] = {
    AkrosStep.AKROS_STEP_JINN_KEEPS: ("AKS-JINN-KEEPS", *_KEEPS),
    AkrosStep.AKROS_STEP_IFRIT_KEEPS: _KEEPS,
    AkrosStep.AKROS_STEP_IFRIT_PLACES: (*_PLACES, "AKS-IFRIT-STEP", "AKS-CONTESTED", "AKS-COMPULSORY", "AKS-MERIT"),
    AkrosStep.AKROS_STEP_JINN_PLACES: (*_PLACES, "AKS-JINN-FLIGHT", "AKS-FORCED-JINN", "AKS-CONTESTED", "AKS-MERIT"),
}
_LAST_TURN: Final = 9
_TEMPLE_TURNS: Final = 7


def legend(options: RenderOptions) -> Sequence[Entry]:
    """The signs and abbreviations on the board."""
    del options
    grounds = ("forest", "mountain", "sea")
    return [
        (f"12 {letter('sea')}2J!", t("region 12: environment, tiles in its stack, servant, contested")),
        (" ".join(map(letter, grounds)), ", ".join(map(t, grounds))),
        ("J I", t("a servant of Jinn, of Ifrit")),
        ("!", t("contested: it touches two Ifrit servants; Jinn cannot go there")),
        ("J:I", t("dominion: the sums of Jinn and Ifrit, and who gets the merit")),
        (f"7:{letter('sea')}{letter('mountain')}", t("pile 7 of the Temple of Time, and its tiles")),
    ]


def rules_now(view: View) -> Sequence[str]:
    """The ids of the rules that matter at this step."""
    board = view.akros
    late = ("AKS-TURN-NINE",) if board.turn == _LAST_TURN else ("AKS-TEMPLE",) if board.turn >= _TEMPLE_TURNS else ()
    return [*_RULES.get(board.step, ("AKS-END", "AKS-MERIT")), *late, "AKS-WIN", "AKS-TIE"]


def cards(view: View, components: Components | None) -> Iterator[Entry]:
    """How the servants of both sides move."""
    del view
    for side in components.akros.sides if components is not None else ():
        yield component_id(AkrosSide.DESCRIPTOR, side.side).capitalize(), t(side.text.text)

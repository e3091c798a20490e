"""Guide to Akrotiri: signs, rules by step, goal cards and map cards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from clio.cli.boards.akrotiri_cards import cards_in_words
from clio.cli.boards.akrotiri_quarter import BOATS, TEMPLES, cube_letter, terrain_letter
from clio.cli.boards.guide import Entry
from clio.cli.i18n.translate import filled, t
from clio.cli.render.options import RenderOptions
from clio.v1.akrotiri_pb2 import AkrotiriStep
from clio.v1.components_pb2 import Components
from clio.v1.view_pb2 import View

_TERRAINS: Final = ("volcano", "lake", "tree", "mountain")
_COLOURS: Final = ("orange", "blue", "green", "grey")
_ON_THERA: Final = ("AKT-SELL", "AKT-BUY")
_AT_SEA: Final = ("AKT-MOVE-SEA", "AKT-MOVE-PORTAGE", "AKT-MOVE-EMPTY", "AKT-MOVE-OCCUPIED")
_DIGGING: Final = ("AKT-DIG-DOCKED", "AKT-DIG-CARD", "AKT-DIG-ISLAND", "AKT-DIG-SIDES", "AKT-DIG-ABOVE")
_RULES: Final[Mapping[int, tuple[str, ...]]] = {
    AkrotiriStep.AKROTIRI_STEP_TILE: ("AKT-TILE-CELL", "AKT-TILE-ROTATION", "AKT-CUBE-ICON", "AKT-LAND", "AKT-TURN"),
    AkrotiriStep.AKROTIRI_STEP_CUBE: ("AKT-CUBE-SECOND", "AKT-CUBE-MARKET", "AKT-SELL", "AKT-ACTIONS"),
    AkrotiriStep.AKROTIRI_STEP_GOAL: ("AKT-SETUP-GOALS", "AKT-BONUS-GOAL", "AKT-SCORE-GOALS"),
    AkrotiriStep.AKROTIRI_STEP_DOCK: ("AKT-SETUP-BOATS", "AKT-THERA", "AKT-MOVE-SEA"),
    AkrotiriStep.AKROTIRI_STEP_ACTIONS: (
        *("AKT-ACTIONS", *_AT_SEA, "AKT-LOAD", "AKT-UNLOAD"),
        *(*_ON_THERA, "AKT-ORACLE", *_DIGGING, "AKT-BONUS-ACTIONS"),
    ),
}
_SCORING: Final = ("AKT-SCORE-MAPS", "AKT-SCORE-GOALS", "AKT-SCORE-DRACHMAS")


def legend(options: RenderOptions) -> Sequence[Entry]:
    """The signs and abbreviations on the board."""
    land = "▒▒" if options.unicode else "%%"
    route = "─┼─" if options.unicode else "-+-"
    return [
        (
            land,
            t("land; islands differ in tint") if options.colour else t("land; F3 lists the islands with their docks"),
        ),
        (route, t("a route: boats sail along it")),
        (" ".join(map(terrain_letter, _TERRAINS)), ", ".join(map(t, _TERRAINS))),
        (" ".join(map(cube_letter, _COLOURS)), filled("cubes: {colours}", colours=", ".join(map(t, _COLOURS)))),
        (" ".join(BOATS), t("the boats of the first and the second seat")),
        (" ".join(TEMPLES), t("their temples")),
        (f"{TEMPLES[0]}x2", t("has built two temples")),
        ("7", t("dock d7; d on a tile in hand")),
        ("x X", t("one of your map cards fits there; can be used now")),
        ("← → ↑ ↓" if options.unicode else "< > ^ v", t("the map goes on there: Shift and an arrow key")),
        ("+", t("more lies there than can be drawn: see F3")),
        ("d3[obg]", t("the boat's dock and its cubes")),
        ("1/2/0", t("map cards: easy, medium, hard")),
        ("N1V 3dr 5p", t("a map card: north of the site 1 volcano; its cost and its points")),
    ]


def rules_now(view: View) -> Sequence[str]:
    """The ids of the rules that matter at this step."""
    board = view.akrotiri
    last = ("AKT-LAST-ROUND",) if board.last_round else ()
    return [*last, *_RULES.get(board.step, ()), *_SCORING]


def cards(view: View, components: Components | None) -> Iterator[Entry]:
    """What the goal cards and map cards in hand ask, and where they fit."""
    return cards_in_words(view.akrotiri, components.akrotiri if components is not None else None)

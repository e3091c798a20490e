"""The notation of positions, one line of text.

    akros board=standard turn=2 jinn=0 J=4,8,9,16 I=1,6,11,17 stacks=1:1,16:1 offer=FSS hands=-/- temple=S/-/-
    unseen=5,4,4 bag=13 removed=0,0,0

on a single line: the seat of Jinn, the servants of both sides, the height of every stack, the tiles on offer, the kept
tiles of Jinn and Ifrit, the Temple piles 7, 8 and 9, and counts of forest, mountain and sea. The order of the bag is
not a part of it.
"""

import re
from collections.abc import Iterable
from typing import Final

from clio.games.akros.board import ENVIRONMENTS, Board
from clio.games.akros.components import BOARDS
from clio.games.akros.position_validation import fault_in
from clio.games.akros.state import State
from clio.kernel.rejection import Rejection

_RULE: Final = "AKS-NOTATION"
_LETTER: Final = {environment: environment[0].upper() for environment in ENVIRONMENTS}
_ENVIRONMENT: Final = {letter: environment for environment, letter in _LETTER.items()}
_COUNTS: Final = r"[0-9]{1,2},[0-9]{1,2},[0-9]{1,2}"
_REGIONS: Final = r"[0-9]{1,3}(?:,[0-9]{1,3})*"
_TILES: Final = r"(?:-|[FMS]+)"
_POSITION: Final = re.compile(
    rf"akros board=(?P<board>[^ ]+) turn=(?P<turn>[0-9]) jinn=(?P<jinn>[01]) J=(?P<J>{_REGIONS}) I=(?P<I>{_REGIONS})"
    rf" stacks=(?P<stacks>-|[0-9]{{1,3}}:[0-9]{{1,2}}(?:,[0-9]{{1,3}}:[0-9]{{1,2}})*) offer=(?P<offer>{_TILES})"
    rf" hands=(?P<hands>[-FMS]/[-FMS]) temple=(?P<temple>{_TILES}/{_TILES}/{_TILES})"
    rf" unseen=(?P<unseen>{_COUNTS}) bag=(?P<bag>[0-9]{{1,2}}) removed=(?P<removed>{_COUNTS})"
)


def format_position(state: State) -> str:
    """The position in notation."""
    stacks = ",".join(f"{region}:{height}" for region, height in enumerate(state.stacks) if height)
    return (
        f"akros board={_board_name(state.board)} turn={state.turn} jinn={state.jinn_seat}"
        f" J={_numbers(state.jinn)} I={_numbers(state.ifrit)} stacks={stacks or '-'} offer={_letters(state.offer)}"
        f" hands={_LETTER.get(state.jinn_tile or '', '-')}/{_LETTER.get(state.ifrit_tile or '', '-')}"
        f" temple={'/'.join(_letters(pile) for pile in state.temple)} unseen={_numbers(state.unseen)}"
        f" bag={state.bag} removed={_numbers(state.removed)}"
    )


def parse_position(text: str) -> State | Rejection:
    """Parses a position."""
    found = _POSITION.fullmatch(text.strip())
    if found is None:
        return Rejection(_RULE, "This is not a position of Akros.")
    board = BOARDS.get(found["board"])
    if board is None:
        return Rejection(_RULE, "There is no board {board} here.", {"board": found["board"]})
    jinn_tile, ifrit_tile = (_ENVIRONMENT.get(letter) for letter in found["hands"].split("/"))
    heights = dict(_pair(entry) for entry in found["stacks"].split(",") if entry != "-")
    if unknown := [region for region in heights if region >= board.size]:
        return Rejection(_RULE, "The board has no region {region}.", {"region": unknown[0]})
    state = State(
        board=board,
        jinn_seat=int(found["jinn"]),
        turn=int(found["turn"]),
        jinn=tuple(sorted(_read_numbers(found["J"]))),
        ifrit=tuple(sorted(_read_numbers(found["I"]))),
        stacks=tuple(heights.get(region, 0) for region in range(board.size)),
        offer=_read_letters(found["offer"]),
        jinn_tile=jinn_tile,
        ifrit_tile=ifrit_tile,
        temple=tuple(_read_letters(pile) for pile in found["temple"].split("/")),
        unseen=_read_numbers(found["unseen"]),
        bag=int(found["bag"]),
        removed=_read_numbers(found["removed"]),
    )
    wrong = fault_in(state)
    return state if wrong is None else Rejection(_RULE, "This position cannot be: {fault}.", {"fault": wrong})


def _board_name(board: Board) -> str:
    """The board's name; with its digest if another board has that name here."""
    layout = board.layout
    return layout.name if BOARDS.get(layout.name) == board else f"{layout.name}#{layout.digest}"


def _numbers(numbers: Iterable[int]) -> str:
    return ",".join(str(number) for number in numbers)


def _read_numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))


def _pair(text: str) -> tuple[int, int]:
    region, height = text.split(":")
    return int(region), int(height)


def _letters(tiles: Iterable[str]) -> str:
    return "".join(_LETTER[tile] for tile in tiles) or "-"


def _read_letters(text: str) -> tuple[str, ...]:
    return tuple(_ENVIRONMENT[letter] for letter in text if letter != "-")

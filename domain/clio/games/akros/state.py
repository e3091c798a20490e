"""The state of a match: servants, stacks, kept tiles and the Temple of Time."""

from typing import Final

import msgspec

from clio.games.akros.board import IFRIT, JINN, Board

LAST_TURN: Final = 9
FIRST_PILE: Final = 7
PILES: Final = (7, 8, 9)

JINN_KEEPS: Final = "jinn-keeps"
IFRIT_KEEPS: Final = "ifrit-keeps"
IFRIT_PLACES: Final = "ifrit-places"
JINN_PLACES: Final = "jinn-places"
SETTLING: Final = "settling"
OVER: Final = "over"
_PASSED_ON: Final = 2


class State(msgspec.Struct, frozen=True, gc=False):
    """A position. Counts by environment are in the order of ENVIRONMENTS; servants are sorted by region.

    ``unseen`` counts the tiles never drawn: they are in the bag, or left the game with it.
    """

    board: Board
    jinn_seat: int
    turn: int
    jinn: tuple[int, ...]
    ifrit: tuple[int, ...]
    stacks: tuple[int, ...]
    offer: tuple[str, ...]
    jinn_tile: str | None
    ifrit_tile: str | None
    temple: tuple[tuple[str, ...], ...]
    unseen: tuple[int, ...]
    bag: int
    removed: tuple[int, ...]

    def seat(self, side: str) -> int:
        """The seat that plays a side."""
        return self.jinn_seat if side == JINN else 1 - self.jinn_seat

    def side(self, seat: int) -> str:
        """The side that a seat plays."""
        return JINN if seat == self.jinn_seat else IFRIT

    def step(self) -> str:
        """The choice that is due; ``settling`` while automatic events follow."""
        if self.offer:
            if self.jinn_tile is None:
                return JINN_KEEPS
            return IFRIT_KEEPS if len(self.offer) == _PASSED_ON else SETTLING
        if self.ifrit_tile is not None:
            return IFRIT_PLACES
        if self.jinn_tile is not None:
            return JINN_PLACES
        return OVER if self.turn == LAST_TURN else SETTLING

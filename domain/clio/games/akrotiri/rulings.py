"""What the rules versions of Akrotiri decide differently."""

from typing import Final

import msgspec


class Rulings(msgspec.Struct, frozen=True):
    """The rulings of one rules version; a match keeps those of the version in its first event."""

    free_move_pays_half_a_pass: bool
    """A free move counts as the first half of passing a taken dock, so that one move is left of the action paid."""
    empty_pile_is_refilled_at_once: bool
    """The pile is refilled at the end of the turn in which it runs out, not when the next tile is to be drawn."""


CURRENT: Final = "2"
VERSIONS: Final[dict[str, Rulings]] = {
    "1": Rulings(free_move_pays_half_a_pass=False, empty_pile_is_refilled_at_once=False),
    CURRENT: Rulings(free_move_pays_half_a_pass=True, empty_pile_is_refilled_at_once=True),
}

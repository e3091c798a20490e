"""What the rules versions of Amphipolis decide differently."""

from typing import Final

import msgspec


class Rulings(msgspec.Struct, frozen=True):
    """The rulings of one rules version; a match keeps those of the version in its first event."""

    two_left_compare_as_two: bool
    """When only two of three or four are left, statues are compared by the rule for two (AMP-STATUES-TWO)."""
    statue_lines_name_the_deciding_rule: bool
    """Score lines of statues name AMP-STATUES-TWO, -ZERO or AMP-SOLO-STATUES where that rule decides."""


CURRENT: Final = "2"
VERSIONS: Final[dict[str, Rulings]] = {
    "1": Rulings(two_left_compare_as_two=False, statue_lines_name_the_deciding_rule=False),
    CURRENT: Rulings(two_left_compare_as_two=True, statue_lines_name_the_deciding_rule=True),
}

"""Points for statues: everybody is compared, and the score line names the rule that decides."""

from typing import Final

from clio.games.amphipolis.components import COMPONENTS, INDEX
from clio.games.amphipolis.rulings import Rulings
from clio.games.amphipolis.state import Counts
from clio.kernel.outcome import ScoreLine

STATUES: Final = "AMP-STATUES"
_TWO: Final = "AMP-STATUES-TWO"
_ZERO: Final = "AMP-STATUES-ZERO"
_SOLO: Final = "AMP-SOLO-STATUES"
STATUE_RULES: Final = frozenset((STATUES, _TWO, _ZERO, _SOLO))
"""The rules that lines of statues may name; in the tie-break all of them are one sorting area."""
_KINDS: Final = (("caryatid", "caryatids"), ("sphinx", "sphinxes"))
_PAIR: Final = 2


def statue_lines(seats: int, rivals: tuple[Counts, ...], rulings: Rulings) -> list[list[ScoreLine]]:
    """Per kind of statue the lines of all rivals: those in play, and the robber in a match of one seat."""
    compared = len(rivals) if rulings.two_left_compare_as_two else seats
    lines = []
    for kind, plural in _KINDS:
        counts = tuple(held[INDEX[kind]] for held in rivals)
        points = statue_points(counts, two_player_rule=compared <= _PAIR)
        lines.append(
            [
                ScoreLine(
                    _deciding(count, counts, seats) if rulings.statue_lines_name_the_deciding_rule else STATUES,
                    given,
                    f"{plural}_{_place(given, count, counts)}",
                    {"count": count},
                )
                for count, given in zip(counts, points, strict=True)
            ]
        )
    return lines


def statue_points(counts: Counts, *, two_player_rule: bool) -> Counts:
    """Points for one kind of statue, for everybody who is compared."""
    score = COMPONENTS.statues
    most, fewest = max(counts), min(counts)
    if two_player_rule:
        runner_up = score.middle if fewest > 0 and _PAIR * fewest >= most else score.fewest
        return tuple(score.most if 0 < count == most else runner_up for count in counts)
    return tuple(
        score.most if 0 < count == most else score.fewest if count == fewest else score.middle for count in counts
    )


def _deciding(count: int, counts: Counts, seats: int) -> str:
    """The rule without which the points would be others, or could not be told."""
    if max(counts) == min(counts):
        return _ZERO
    if seats == 1:
        return _SOLO
    return _TWO if len(counts) == _PAIR and count < max(counts) else STATUES


def _place(points: int, count: int, counts: Counts) -> str:
    if 0 < count == max(counts):
        return "most"
    if count == min(counts):
        return "half" if points else "fewest"
    return "between"

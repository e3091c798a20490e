"""English templates of the score lines of Akrotiri, by their ids."""

from typing import Final

from clio.kernel.outcome import ScoreDetail, ScoreDetails

DETAILS: Final[ScoreDetails] = {
    "temple": ScoreDetail("{card}, temple at {x},{y} {corner}"),
    "goal_temples": ScoreDetail("{goal}: {count}, {each} each", {"count": ("{count} temple", "{count} temples")}),
    "goal_quadrants": ScoreDetail("{goal}: {count}, {each} each", {"count": ("{count} quadrant", "{count} quadrants")}),
    "goal_tiles": ScoreDetail("{goal}: {count}, {each} each", {"count": ("{count} tile", "{count} tiles")}),
    "drachmas": ScoreDetail("{drachmas}", {"drachmas": ("{drachmas} drachma", "{drachmas} drachmas")}),
}
SENTENCES: Final[ScoreDetails] = {
    "temple": ScoreDetail("{card}, temple at {x},{y} {corner}"),
    "goal_temples": ScoreDetail("{goal}: {count} temples, {each} each"),
    "goal_quadrants": ScoreDetail("{goal}: {count} quadrants, {each} each"),
    "goal_tiles": ScoreDetail("{goal}: {count} tiles, {each} each"),
    "drachmas": ScoreDetail("{drachmas} drachmas"),
}
"""The sentences of records with schema 1 of ``match.Finished``. Frozen: level 4 compares old records with them."""

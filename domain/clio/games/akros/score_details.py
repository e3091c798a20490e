"""English templates of the score lines of Akros, by their ids."""

from typing import Final

from clio.kernel.outcome import ScoreDetail, ScoreDetails

DETAILS: Final[ScoreDetails] = {
    "claimed": ScoreDetail("{environment}: {heights} = {sum} against {against}, {side} claims it"),
    "claimed_without_servants": ScoreDetail("{environment}: no servant, 0 against {against}, {side} claims it"),
    "unclaimed": ScoreDetail("{environment}: {heights} = {sum} against {against}, nobody claims it"),
    "unclaimed_without_servants": ScoreDetail("{environment}: no servant, 0 against {against}, nobody claims it"),
}
SENTENCES: Final[ScoreDetails] = {
    "claimed": ScoreDetail("{environment}: {heights} = {sum} against {against}, {side} claims it"),
    "claimed_without_servants": ScoreDetail("{environment}: no servant, 0 against {against}, {side} claims it"),
    "unclaimed": ScoreDetail("{environment}: {heights} = {sum} against {against}, nobody claims it"),
    "unclaimed_without_servants": ScoreDetail("{environment}: no servant, 0 against {against}, nobody claims it"),
}
"""The sentences of records with schema 1 of ``match.Finished``. Frozen: level 4 compares old records with them."""

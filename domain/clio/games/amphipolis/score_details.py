"""English templates of the score lines of Amphipolis, by their ids."""

from collections.abc import Mapping
from typing import Final

from clio.kernel.outcome import ScoreDetail, ScoreDetails

DETAILS: Final[ScoreDetails] = {
    "mosaics": ScoreDetail("{pure} of one colour, {mixed} mixed"),
    "skeletons": ScoreDetail(
        "{families}, {singles}",
        {
            "families": ("{families} family", "{families} families"),
            "singles": ("{singles} single skeleton", "{singles} single skeletons"),
        },
    ),
    "amphoras": ScoreDetail("groups of {groups}"),
    "no_amphoras": ScoreDetail("no group that scores"),
    "caryatids_most": ScoreDetail("{count}, the most", {"count": ("{count} caryatid", "{count} caryatids")}),
    "caryatids_half": ScoreDetail(
        "{count}, at least half the most", {"count": ("{count} caryatid", "{count} caryatids")}
    ),
    "caryatids_fewest": ScoreDetail("{count}, the fewest", {"count": ("{count} caryatid", "{count} caryatids")}),
    "caryatids_between": ScoreDetail(
        "{count}, between most and fewest", {"count": ("{count} caryatid", "{count} caryatids")}
    ),
    "sphinxes_most": ScoreDetail("{count}, the most", {"count": ("{count} sphinx", "{count} sphinxes")}),
    "sphinxes_half": ScoreDetail("{count}, at least half the most", {"count": ("{count} sphinx", "{count} sphinxes")}),
    "sphinxes_fewest": ScoreDetail("{count}, the fewest", {"count": ("{count} sphinx", "{count} sphinxes")}),
    "sphinxes_between": ScoreDetail(
        "{count}, between most and fewest", {"count": ("{count} sphinx", "{count} sphinxes")}
    ),
    "resigned": ScoreDetail("resigned"),
}


class _Groups(ScoreDetail, frozen=True):
    """Old records join the sizes of groups with a word."""

    def text(self, params: Mapping[str, int | str]) -> str:
        """The sentence with ``and`` between the sizes."""
        return self.template.format(groups=str(params["groups"]).replace(", ", " and "))


SENTENCES: Final[ScoreDetails] = {
    "mosaics": ScoreDetail("{pure} of one colour, {mixed} mixed"),
    "skeletons": ScoreDetail("{families} in families, {singles} single"),
    "amphoras": _Groups("groups of {groups}"),
    "no_amphoras": ScoreDetail("no group that scores"),
    "caryatids_most": ScoreDetail("{count}, the most", {"count": ("{count} caryatid", "{count} caryatids")}),
    "caryatids_half": ScoreDetail(
        "{count}, at least half the most", {"count": ("{count} caryatid", "{count} caryatids")}
    ),
    "caryatids_fewest": ScoreDetail("{count}, the fewest", {"count": ("{count} caryatid", "{count} caryatids")}),
    "caryatids_between": ScoreDetail(
        "{count}, between most and fewest", {"count": ("{count} caryatid", "{count} caryatids")}
    ),
    "sphinxes_most": ScoreDetail("{count}, the most", {"count": ("{count} sphinx", "{count} sphinxes")}),
    "sphinxes_half": ScoreDetail("{count}, at least half the most", {"count": ("{count} sphinx", "{count} sphinxes")}),
    "sphinxes_fewest": ScoreDetail("{count}, the fewest", {"count": ("{count} sphinx", "{count} sphinxes")}),
    "sphinxes_between": ScoreDetail(
        "{count}, between most and fewest", {"count": ("{count} sphinx", "{count} sphinxes")}
    ),
    "resigned": ScoreDetail("resigned"),
}
"""The sentences of records with schema 1 of ``match.Finished``. Frozen: level 4 compares old records with them."""

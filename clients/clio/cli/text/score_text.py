"""Details of score lines in the reader's language: the templates by their ids, as the games define them."""

from collections.abc import Mapping
from typing import Final

from clio.cli.i18n.translate import filled, t
from clio.v1.outcome_pb2 import ScoreLine

Counts = Mapping[str, tuple[str, str]]
_CARYATIDS: Final = {"count": ("{count} caryatid", "{count} caryatids")}
_SPHINXES: Final = {"count": ("{count} sphinx", "{count} sphinxes")}

SCORE_TEMPLATES: Final[Mapping[str, tuple[str, Counts]]] = {
    "claimed": ("{environment}: {heights} = {sum} against {against}, {side} claims it", {}),
    "claimed_without_servants": ("{environment}: no servant, 0 against {against}, {side} claims it", {}),
    "unclaimed": ("{environment}: {heights} = {sum} against {against}, nobody claims it", {}),
    "unclaimed_without_servants": ("{environment}: no servant, 0 against {against}, nobody claims it", {}),
    "temple": ("{card}, temple at {x},{y} {corner}", {}),
    "goal_temples": ("{goal}: {count}, {each} each", {"count": ("{count} temple", "{count} temples")}),
    "goal_quadrants": ("{goal}: {count}, {each} each", {"count": ("{count} quadrant", "{count} quadrants")}),
    "goal_tiles": ("{goal}: {count}, {each} each", {"count": ("{count} tile", "{count} tiles")}),
    "drachmas": ("{drachmas}", {"drachmas": ("{drachmas} drachma", "{drachmas} drachmas")}),
    "mosaics": ("{pure} of one colour, {mixed} mixed", {}),
    "skeletons": (
        "{families}, {singles}",
        {
            "families": ("{families} family", "{families} families"),
            "singles": ("{singles} single skeleton", "{singles} single skeletons"),
        },
    ),
    "amphoras": ("groups of {groups}", {}),
    "no_amphoras": ("no group that scores", {}),
    "caryatids_most": ("{count}, the most", _CARYATIDS),
    "caryatids_half": ("{count}, at least half the most", _CARYATIDS),
    "caryatids_fewest": ("{count}, the fewest", _CARYATIDS),
    "caryatids_between": ("{count}, between most and fewest", _CARYATIDS),
    "sphinxes_most": ("{count}, the most", _SPHINXES),
    "sphinxes_half": ("{count}, at least half the most", _SPHINXES),
    "sphinxes_fewest": ("{count}, the fewest", _SPHINXES),
    "sphinxes_between": ("{count}, between most and fewest", _SPHINXES),
    "resigned": ("resigned", {}),
}


def detail_in_words(line: ScoreLine) -> str:
    """What a line gives points for; the server's English where the id is not known here."""
    return filled_detail(line.detail_id, dict(line.params)) or line.detail


def filled_detail(detail_id: str, params: Mapping[str, str]) -> str:
    """A template filled in the reader's language; empty where it is not known or lacks a parameter."""
    template, counts = SCORE_TEMPLATES.get(detail_id, ("", {}))
    shown = {name: t(value) for name, value in params.items()}
    try:
        for name, (one, several) in counts.items():
            shown[name] = filled(one if params[name] == "1" else several, **params)
        return filled(template, **shown) if template else ""
    except (LookupError, ValueError):
        return ""


def score_messages() -> set[str]:
    """Every message of the templates, for the catalogs."""
    nouns = {noun for _, counts in SCORE_TEMPLATES.values() for pair in counts.values() for noun in pair}
    return nouns | {template for template, _ in SCORE_TEMPLATES.values()}

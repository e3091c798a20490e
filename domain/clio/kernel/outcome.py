"""How a match ended: scores with their breakdown, winners, and the rule that decided."""

from collections.abc import Mapping

import msgspec


class ScoreLine(msgspec.Struct, frozen=True):
    """Points that one rule gave a seat, and for what.

    ``detail`` is the id of a template of the game (``Game.score_details``) and ``params`` fill it. In records of
    ``match.Finished`` schema 1 there are no params: ``detail`` is the English sentence as it was hashed.
    """

    rule: str
    points: int
    detail: str
    params: dict[str, int | str] | msgspec.UnsetType = msgspec.UNSET

    def __hash__(self) -> int:
        return hash((self.rule, self.points, self.detail, tuple(sorted((self.params or {}).items(), key=str))))


class SeatScore(msgspec.Struct, frozen=True):
    """All a seat scored. ``seat`` is -1 for an opponent the game itself plays (a solo match's robber)."""

    seat: int
    total: int
    lines: tuple[ScoreLine, ...]


class Outcome(msgspec.Struct, frozen=True):
    """The result of a finished match. Several winners share the victory; none means the game won."""

    scores: tuple[SeatScore, ...]
    winners: tuple[int, ...]
    decided_by: str


class ScoreDetail(msgspec.Struct, frozen=True):
    """An English template of a score line; a parameter in ``counts`` is shown with its noun, singular or plural."""

    template: str
    counts: Mapping[str, tuple[str, str]] = {}

    def text(self, params: Mapping[str, int | str]) -> str:
        """The template filled with the parameters."""
        shown = dict(params)
        for name, (one, several) in self.counts.items():
            shown[name] = (one if params[name] == 1 else several).format(**params)
        return self.template.format(**shown)


ScoreDetails = Mapping[str, ScoreDetail]
"""The templates of a game by their ids."""


def detail_text(details: ScoreDetails, line: ScoreLine) -> str:
    """What a score line gives points for, in English; the id where a foreign record does not fit the templates."""
    if line.params is msgspec.UNSET:
        return line.detail
    try:
        return details[line.detail].text(line.params)
    except (LookupError, ValueError, TypeError, AttributeError):
        return line.detail


def with_sentences(details: ScoreDetails, scores: tuple[SeatScore, ...]) -> tuple[SeatScore, ...]:
    """The scores as schema 1 of ``match.Finished`` has them: with sentences in place of ids."""
    return tuple(
        SeatScore(
            score.seat,
            score.total,
            tuple(ScoreLine(line.rule, line.points, detail_text(details, line)) for line in score.lines),
        )
        for score in scores
    )

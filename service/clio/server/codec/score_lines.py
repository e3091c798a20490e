"""Score lines as messages: the id of the detail, its parameters, and the English text."""

from functools import lru_cache
from typing import Final

import msgspec

from clio.games.registry import GAMES
from clio.kernel.outcome import ScoreDetail, ScoreLine, detail_text

_DETAILS: Final[dict[str, ScoreDetail]] = {
    name: detail for game in GAMES.values() for name, detail in game.score_details.items()
}
"""Ids are unique among all games: a test keeps them so."""


class EncodedScoreLine(msgspec.Struct, frozen=True):
    """Mirrors the message ``ScoreLine``."""

    rule: str
    points: int
    detail: str
    detail_id: str
    params: dict[str, str]


@lru_cache(maxsize=1024)
def encoded_line(line: ScoreLine) -> EncodedScoreLine:
    """A line of the record; one of schema 1 has its sentence only."""
    if line.params is msgspec.UNSET:
        return EncodedScoreLine(line.rule, line.points, line.detail, "", {})
    params = {name: str(value) for name, value in sorted(line.params.items())}
    return EncodedScoreLine(line.rule, line.points, detail_text(_DETAILS, line), line.detail, params)

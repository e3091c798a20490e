"""How a match ended: scores with their breakdown, winners, and the rule that decided."""

import msgspec


class ScoreLine(msgspec.Struct, frozen=True):
    """Points that one rule gave a seat, and for what."""

    rule: str
    points: int
    detail: str


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

"""Dominion over each environment, merits, and who has created the world."""

from typing import Final

import msgspec

from clio.games.akros.board import ENVIRONMENTS, IFRIT, JINN
from clio.games.akros.state import OVER, State
from clio.kernel.outcome import Outcome, ScoreLine, SeatScore

MERIT: Final = "AKS-MERIT"


class Dominion(msgspec.Struct, frozen=True):
    """Both sides' sums in one environment, and the side that claims its merit, if any."""

    environment: str
    jinn: int
    ifrit: int
    merit: str | None


def dominions(state: State) -> tuple[Dominion, ...]:
    """The dominion over every environment as the table lies."""
    return tuple(
        _dominion(environment, _sum(state, JINN, environment), _sum(state, IFRIT, environment))
        for environment in ENVIRONMENTS
    )


def merits(found: tuple[Dominion, ...], side: str) -> int:
    """How many merits a side claims."""
    return sum(dominion.merit == side for dominion in found)


def standings(state: State) -> tuple[SeatScore, ...]:
    """Both seats' merits as the table lies."""
    return _scores(state, dominions(state))


def outcome(state: State) -> Outcome | None:
    """The result once the last turn is over."""
    if state.step() != OVER:
        return None
    found = dominions(state)
    jinn, ifrit = merits(found, JINN), merits(found, IFRIT)
    winner = JINN if jinn > ifrit else IFRIT
    return Outcome(
        scores=_scores(state, found),
        winners=(state.seat(winner),),
        decided_by="AKS-TIE" if jinn == ifrit else "AKS-WIN",
    )


def _dominion(environment: str, jinn: int, ifrit: int) -> Dominion:
    merit = JINN if jinn > ifrit else IFRIT if ifrit > jinn else None
    return Dominion(environment=environment, jinn=jinn, ifrit=ifrit, merit=merit)


def _heights(state: State, side: str, environment: str) -> list[int]:
    servants = state.jinn if side == JINN else state.ifrit
    return [state.stacks[region] for region in servants if state.board.environment[region] == environment]


def _sum(state: State, side: str, environment: str) -> int:
    return sum(1 + height for height in _heights(state, side, environment))


def _scores(state: State, found: tuple[Dominion, ...]) -> tuple[SeatScore, ...]:
    return tuple(_seat_score(state, seat, found) for seat in (0, 1))


def _seat_score(state: State, seat: int, found: tuple[Dominion, ...]) -> SeatScore:
    side = state.side(seat)
    lines = tuple(
        ScoreLine(rule=MERIT, points=int(dominion.merit == side), detail=_told(state, side, dominion))
        for dominion in found
    )
    return SeatScore(seat=seat, total=merits(found, side), lines=lines)


def _told(state: State, side: str, dominion: Dominion) -> str:
    own, other = (dominion.jinn, dominion.ifrit) if side == JINN else (dominion.ifrit, dominion.jinn)
    terms = "+".join(f"(1+{height})" for height in _heights(state, side, dominion.environment))
    claimed = "nobody claims it" if dominion.merit is None else f"{dominion.merit.capitalize()} claims it"
    summed = f"{terms} = {own}" if terms else "no servant, 0"
    return f"{dominion.environment}: {summed} against {other}, {claimed}"

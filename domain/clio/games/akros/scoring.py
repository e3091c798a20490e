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
    lines = tuple(ScoreLine(MERIT, int(dominion.merit == side), *_detail(state, side, dominion)) for dominion in found)
    return SeatScore(seat=seat, total=merits(found, side), lines=lines)


def _detail(state: State, side: str, dominion: Dominion) -> tuple[str, dict[str, int | str]]:
    """The id of the line's template (see ``score_details``) and its parameters."""
    own, other = (dominion.jinn, dominion.ifrit) if side == JINN else (dominion.ifrit, dominion.jinn)
    heights = "+".join(f"(1+{height})" for height in _heights(state, side, dominion.environment))
    params: dict[str, int | str] = {"against": other, "environment": dominion.environment}
    if heights:
        params |= {"heights": heights, "sum": own}
    if dominion.merit is not None:
        params["side"] = dominion.merit.capitalize()
    claimed = "unclaimed" if dominion.merit is None else "claimed"
    return claimed if heights else f"{claimed}_without_servants", params

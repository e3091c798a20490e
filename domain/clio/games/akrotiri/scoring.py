"""Points and winners."""

from collections.abc import Iterator
from typing import Final

from clio.games.akrotiri.goals import COUNTS, UNITS, survey
from clio.games.akrotiri.state import UNKNOWN, State
from clio.kernel.outcome import Outcome, ScoreLine, SeatScore

DRACHMAS_PER_POINT: Final = 10


def outcome(state: State) -> Outcome | None:
    """The result of a game that is over."""
    if not state.ending:
        return None
    scores = (score_of(state, 0), score_of(state, 1))
    winners, rule = _winners(scores, (state.players[0].drachmas, state.players[1].drachmas))
    return Outcome(scores, winners, rule)


def _winners(scores: tuple[SeatScore, SeatScore], purses: tuple[int, int]) -> tuple[tuple[int, ...], str]:
    if scores[0].total != scores[1].total:
        return (int(scores[1].total > scores[0].total),), "AKT-WIN"
    if purses[0] != purses[1]:
        return (int(purses[1] > purses[0]),), "AKT-TIE-DRACHMAS"
    return (0, 1), "AKT-TIE-SHARED"


def score_of(state: State, seat: int) -> SeatScore:
    """A seat's points as they stand; goal cards that are not known count nothing."""
    lines = (*_map_lines(state, seat), *_goal_lines(state, seat), _drachma_line(state, seat))
    return SeatScore(seat, sum(line.points for line in lines), lines)


def _map_lines(state: State, seat: int) -> Iterator[ScoreLine]:
    for temple in state.temples:
        if temple.seat == seat:
            points = state.components.maps[temple.card].points
            place: dict[str, int | str] = {"card": temple.card, "corner": temple.corner, "x": temple.x, "y": temple.y}
            yield ScoreLine("AKT-SCORE-MAPS", points, "temple", place)


def _goal_lines(state: State, seat: int) -> Iterator[ScoreLine]:
    player = state.players[seat]
    found = survey(state.archipelago, (temple for temple in state.temples if temple.seat == seat))
    for goal in player.shown_goals + player.secret_goals:
        if goal != UNKNOWN:
            count, each = COUNTS[goal](found), state.components.goals[goal].points
            params: dict[str, int | str] = {"count": count, "each": each, "goal": goal}
            yield ScoreLine(f"AKT-GOAL-{goal.upper()}", count * each, f"goal_{UNITS.get(goal, 'temples')}", params)


def _drachma_line(state: State, seat: int) -> ScoreLine:
    drachmas = state.players[seat].drachmas
    return ScoreLine("AKT-SCORE-DRACHMAS", drachmas // DRACHMAS_PER_POINT, "drachmas", {"drachmas": drachmas})

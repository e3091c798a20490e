"""The outcome of a closed site: the winners, and the rule that decides."""

from clio.games.amphipolis.rulings import Rulings
from clio.games.amphipolis.scoring import ROBBER, best_area, standings
from clio.games.amphipolis.state import State
from clio.kernel.outcome import Outcome, SeatScore


def outcome(state: State, rulings: Rulings) -> Outcome | None:
    """Scores and winners once the site is closed."""
    if state.phase != "closed":
        return None
    scores = standings(state, rulings)
    if state.seats == 1:
        return _against_the_robber(scores)
    rivals = [score for score in scores if score.seat in state.in_play]
    ahead = _leaders(rivals, {score.seat: score.total for score in rivals})
    if len(ahead) == 1:
        return Outcome(scores=scores, winners=(ahead[0].seat,), decided_by="AMP-WINNER")
    ahead = _leaders(ahead, {score.seat: best_area(score) for score in ahead})
    if len(ahead) == 1:
        return Outcome(scores=scores, winners=(ahead[0].seat,), decided_by="AMP-TIE-AREA")
    last = min(ahead, key=lambda score: _turns_since(state, score.seat))
    return Outcome(scores=scores, winners=(last.seat,), decided_by="AMP-TIE-LAST")


def _against_the_robber(scores: tuple[SeatScore, ...]) -> Outcome:
    totals = {score.seat: score.total for score in scores}
    winners = (0,) if totals[0] > totals[ROBBER] else ()
    return Outcome(scores=scores, winners=winners, decided_by="AMP-SOLO-WIN")


def _leaders(scores: list[SeatScore], merit: dict[int, int]) -> list[SeatScore]:
    best = max(merit.values())
    return [score for score in scores if merit[score.seat] == best]


def _turns_since(state: State, seat: int) -> int:
    """How many turns ago the seat played, counted from the seat that closed the site."""
    return (state.seat - seat) % state.seats

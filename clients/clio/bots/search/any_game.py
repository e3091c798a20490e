"""The search model of any game: random rollouts, valued by the result or, where they are cut off, by the scores."""

from collections.abc import Sequence
from math import tanh
from random import Random
from typing import Any, Final

from clio.bots.score_lead import points_ahead
from clio.bots.search.determinization import DeterminizedChance
from clio.kernel.game import EVERYTHING, Game
from clio.kernel.integrity.chance import Chance

_WON: Final = 0.8
"""The weight of winning; the lead has the rest."""
_LARGE_LEAD: Final = 10.0


class SearchModel:
    """Implements ``clio.bots.search.search_model.SearchModel`` for a game whose states hide nothing."""

    horizon: int = 200
    exploration: float = 0.6
    first_move_bonus: float = 0.0

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game: Final = game

    def determinize(self, state: Any, seat: int, rng: Random) -> tuple[Any, Chance]:  # noqa: ANN401 (of any game)
        """The state as it is, with draws of a random chance."""
        del seat
        return state, DeterminizedChance({}, rng)

    def candidates(self, state: Any, seat: int, rng: Random, *, in_depth: bool) -> Sequence[Any]:  # noqa: ANN401
        """Every legal move."""
        del in_depth
        moves = list(self.game.legal_moves(state, seat))
        rng.shuffle(moves)
        return moves

    def rollout_move(self, state: Any, seat: int, rng: Random) -> Any:  # noqa: ANN401 (of any game)
        """Any legal move."""
        return rng.choice(self.game.legal_moves(state, seat))

    def values(self, state: Any) -> Sequence[float]:  # noqa: ANN401 (of any game)
        """Winning decides, then the lead."""
        outcome = self.game.outcome(state)
        scores = self.game.scores(state, EVERYTHING) if outcome is None else outcome.scores
        winners = () if outcome is None else outcome.winners
        seats = max([*winners, *(score.seat for score in scores), *self.game.to_move(state), 0]) + 1
        leads = [0.5 + tanh(points_ahead(scores, seat) / _LARGE_LEAD) / 2 for seat in range(max(seats, 2))]
        if outcome is None:
            return leads
        return [
            _WON * ((seat in winners) / max(1, len(winners))) + (1 - _WON) * lead for seat, lead in enumerate(leads)
        ]

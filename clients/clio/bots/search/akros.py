"""Search model of Akros: only the bag's order is hidden; rollouts are random."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Final

from clio.bots.search.determinization import DeterminizedChance, shuffled
from clio.games.akros.automatic_events import BAG
from clio.games.akros.board import ENVIRONMENTS, JINN
from clio.games.akros.game import GAME, Akros
from clio.games.akros.moves import Move
from clio.games.akros.scoring import dominions, merits
from clio.games.akros.state import State
from clio.kernel.integrity.chance import Chance

_WON: Final = 0.8
"""The weight of winning; the lead has the rest."""


class SearchModel:
    """Implements ``clio.bots.search.search_model.SearchModel``."""

    game: ClassVar[Akros] = GAME
    horizon: ClassVar[int] = 60
    exploration: ClassVar[float] = 0.6
    first_move_bonus: ClassVar[float] = 0.0

    def determinize(self, state: State, seat: int, rng: Random) -> tuple[State, Chance]:
        """Shuffles the tiles that were never drawn."""
        del seat
        unseen = [tile for tile, count in zip(ENVIRONMENTS, state.unseen, strict=True) for _ in range(count)]
        drawn = list(state.board.bag)
        for tile in unseen:
            drawn.remove(tile)
        return state, DeterminizedChance({BAG: (*drawn, *shuffled(unseen, rng))}, rng)

    def candidates(self, state: State, seat: int, rng: Random, *, in_depth: bool) -> Sequence[Move]:
        """Every legal move."""
        del in_depth
        moves = list(GAME.legal_moves(state, seat))
        rng.shuffle(moves)
        return moves

    def rollout_move(self, state: State, seat: int, rng: Random) -> Move:
        """Any legal move."""
        return rng.choice(GAME.legal_moves(state, seat))

    def values(self, state: State) -> Sequence[float]:
        """Merits decide, with ties won by Ifrit; then the leads in every environment."""
        found = dominions(state)
        jinn = merits(found, JINN)
        ifrit = sum(dominion.merit is not None for dominion in found) - jinn
        lead = sum(max(-4, min(4, dominion.jinn - dominion.ifrit)) for dominion in found) / 24 + 0.5
        value = _WON * (jinn > ifrit) + (1 - _WON) * lead
        return (value, 1 - value) if state.jinn_seat == 0 else (1 - value, value)

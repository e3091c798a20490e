"""Search model of Amphipolis: only the bag's order is hidden."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import ClassVar, Final, TypeAlias

from clio.bots.greedy.amphipolis import LONG, RESERVE
from clio.bots.search.amphipolis_gains import STAGES, AreaSituation, Bundle, best_bundle, gain, worth
from clio.bots.search.determinization import DeterminizedChance, shuffled
from clio.games.amphipolis.components import AREA_OF, AREAS, COMPONENTS, LANDSLIDES, SPAN
from clio.games.amphipolis.game import GAME, Amphipolis
from clio.games.amphipolis.moves import (
    EndTurn,
    Move,
    PassTurn,
    Take,
    UseArchaeologist,
    UseAssistant,
    UseDigger,
    UseProfessor,
)
from clio.games.amphipolis.scoring import standings
from clio.games.amphipolis.state import ARCHAEOLOGIST, ASSISTANT, DIGGER, PROFESSOR, State, bag_contents, bag_items
from clio.kernel.integrity.chance import Chance

_BAG: Final = "amphipolis/bag"
_SPREAD: Final = 40.0
_CANDIDATES: Final = 8
_ROLLOUT_NOISE: Final = 0.8
_LIMITS: Final = COMPONENTS.turn
_END: Final = EndTurn()
_USES: Final = (
    (ASSISTANT, UseAssistant),
    (ARCHAEOLOGIST, UseArchaeologist),
    (DIGGER, UseDigger),
    (PROFESSOR, UseProfessor),
)
_Use: TypeAlias = UseAssistant | UseArchaeologist | UseDigger | UseProfessor


class SearchModel:
    """Implements ``clio.bots.search.search_model.SearchModel``."""

    game: ClassVar[Amphipolis] = GAME
    horizon: ClassVar[int] = 8
    exploration: ClassVar[float] = 0.15
    first_move_bonus: ClassVar[float] = 0.0

    def determinize(self, state: State, seat: int, rng: Random) -> tuple[State, Chance]:
        """Shuffles the remaining bag."""
        del seat
        drawn, left = _bag(state)
        return state, DeterminizedChance({_BAG: (*drawn, *shuffled(left, rng))}, rng)

    def candidates(self, state: State, seat: int, rng: Random, *, in_depth: bool) -> Sequence[Move]:
        """The moves with the highest immediate gain, without takes of fewer tiles than allowed."""
        del rng, in_depth
        team = _Team(state, seat)
        ranked = sorted(GAME.legal_moves(state, seat), key=team.appeal, reverse=True)
        return [move for move in ranked[:_CANDIDATES] if team.is_whole(move)] or ranked[:1]

    def rollout_move(self, state: State, seat: int, rng: Random) -> Move:
        """The move with the highest immediate gain plus noise."""
        team = _Team(state, seat)
        offers = team.takes() if state.phase == "take" else team.uses()
        return max(
            ((appeal + _ROLLOUT_NOISE * rng.random(), move) for appeal, move in offers), key=lambda offer: offer[0]
        )[1]

    def values(self, state: State) -> Sequence[float]:
        """The lead over the best rival: in points at the end, in expected points before."""
        worths = [float(score.total) for score in standings(state)]
        if state.phase != "closed":
            for seat in state.in_play:
                worths[seat] = _Team(state, seat).worth()
        # The robber of a solo match comes after the seats.
        rivals = [max(worths[:seat] + worths[seat + 1 :]) for seat in range(state.seats)]
        return [_share(mine, theirs) for mine, theirs in zip(worths, rivals, strict=False)]


def _share(mine: float, theirs: float) -> float:
    return min(1.0, max(0.0, 0.5 + (mine - theirs) / _SPREAD))


@lru_cache(maxsize=16)
def _bag(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The drawn and the remaining tiles of the bag."""
    left = Counter(bag_contents(state))
    drawn = Counter(bag_items(state.seats, state.opening)) - left
    return tuple(drawn.elements()), tuple(left.elements())


class _Team:
    """Evaluates the tiles of the site for one seat."""

    def __init__(self, state: State, seat: int) -> None:
        self._site = state.site
        self._chosen = state.chosen
        self._unused = state.characters[seat]
        turns = _turns(state)
        self._spare = min(1.0, max(0.0, turns - self._unused.bit_count()) / LONG)
        self._spare_later = min(1.0, turns / LONG)
        held = state.collections[seat]
        rivals = (
            [state.robber]
            if state.seats == 1
            else [state.collections[other] for other in state.in_play if other != seat]
        )
        stage = round(STAGES * min(1.0, turns / LONG))
        span = SPAN["statues"]
        most = tuple(map(max, *(rival[span] for rival in rivals))) if len(rivals) > 1 else rivals[0][span]
        self._situations = {
            area: AreaSituation(area, held[SPAN[area]], most if area == "statues" else (), stage) for area in AREAS
        }

    def worth(self) -> float:
        """The expected points of the team's tiles and unused characters."""
        unused = sum(RESERVE[use] for bit, use in _USES if self._unused & bit)
        return sum(map(worth, self._situations.values())) + unused * self._spare_later

    def takes(self) -> Iterator[tuple[float, Move]]:
        """The best take of each area."""
        if not any(self._site):
            yield 0.0, PassTurn()
        for area in AREAS:
            bundle = self._best(area, _LIMITS.take)
            if bundle is not None:
                yield bundle.gain, Take(area, bundle.tiles)

    def uses(self) -> Iterator[tuple[float, Move]]:
        """Ending the turn, or the best use of each unused character."""
        yield 0.0, _END
        others = [area for area in AREAS if area != self._chosen]
        if self._unused & ASSISTANT:
            for area in AREAS:
                bundle = self._best(area, 1)
                if bundle is not None:
                    yield bundle.gain - self._reserve(UseAssistant), UseAssistant(bundle.tiles[0])
        if self._unused & ARCHAEOLOGIST:
            for area in others:
                bundle = self._best(area, _LIMITS.archaeologist)
                if bundle is not None:
                    yield bundle.gain - self._reserve(UseArchaeologist), UseArchaeologist(bundle.tiles)
        if self._unused & DIGGER:
            bundle = self._best(self._chosen, _LIMITS.digger)
            if bundle is not None:
                yield bundle.gain - self._reserve(UseDigger), UseDigger(bundle.tiles)
        if self._unused & PROFESSOR:
            yield from self._professor(others)

    def _professor(self, others: list[str]) -> Iterator[tuple[float, Move]]:
        bundles = [bundle for area in others if (bundle := self._best(area, 1)) is not None]
        if bundles:
            tiles = tuple(bundle.tiles[0] for bundle in bundles)
            yield sum(bundle.gain for bundle in bundles) - self._reserve(UseProfessor), UseProfessor(tiles)

    def appeal(self, move: Move) -> float:
        """The immediate gain of a move, less the later value of its character."""
        if isinstance(move, Take):
            return gain(self._situations[move.area], move.tiles)
        if isinstance(move, UseAssistant):
            found = gain(self._situations[AREA_OF[move.tile]], (move.tile,))
        elif isinstance(move, UseDigger | UseArchaeologist):
            found = gain(self._situations[AREA_OF[move.tiles[0]]], move.tiles)
        elif isinstance(move, UseProfessor):
            found = sum(gain(self._situations[AREA_OF[tile]], (tile,)) for tile in move.tiles)
        else:
            return 0.0
        return found - self._reserve(type(move))

    def is_whole(self, move: Move) -> bool:
        """Whether a take takes as many tiles as allowed."""
        return not isinstance(move, Take) or len(move.tiles) == min(_LIMITS.take, sum(self._site[SPAN[move.area]])) > 0

    def _reserve(self, use: type[_Use]) -> float:
        return RESERVE[use] * self._spare

    def _best(self, area: str, limit: int) -> Bundle | None:
        lying = self._site[SPAN[area]]
        return best_bundle(self._situations[area], lying, limit) if any(lying) else None


def _turns(state: State) -> float:
    """The expected number of remaining turns per seat."""
    landslides = LANDSLIDES - state.set_aside - state.entrance
    left = len(bag_items(state.seats, state.opening)) - state.drawn
    free = COMPONENTS.entrance.spaces - state.entrance
    return free * (left + 1) / (landslides + 1) / _LIMITS.draw / (state.seats - len(state.retired))

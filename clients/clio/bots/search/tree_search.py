"""Monte Carlo tree search over determinizations, with nodes for the moves that the searching seat has seen."""

from collections.abc import Callable, Hashable, Sequence
from math import log, sqrt
from random import Random
from typing import Any, Final

from clio.bots.search.search_model import SearchModel
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

_PRIOR_VISITS: Final = 2.0
"""The number of average-valued visits added to each move, as a prior."""


class Node:
    """A sequence of moves, with its statistics for the seat that made the last one."""

    __slots__ = ("children", "offered", "total", "visits")

    def __init__(self) -> None:
        self.children: Final[dict[Hashable, Node]] = {}
        self.visits = 0
        self.offered = 0
        self.total = 0.0


class Tree:
    """The search tree of one position for one seat; every iteration samples a determinization.

    The n-th visit of every root move uses the same n-th determinization (common random numbers).
    """

    def __init__(self, model: SearchModel, state: Any, seat: int, rng: Random) -> None:  # noqa: ANN401 (of any game)
        self._model: Final = model
        self._state: Final = state
        self._seat: Final = seat
        self._seed: Final = rng.getrandbits(64)
        self._moves: Final = model.candidates(state, seat, rng, in_depth=True)
        self._root: Final = Node()

    @property
    def has_choice(self) -> bool:
        """Whether there is more than one candidate."""
        return len(self._moves) > 1

    def grow(self) -> None:
        """Runs one iteration: determinization, selection, expansion, rollout, backpropagation."""
        model = self._model
        move, node, is_new = self._step(self._root, self._moves)
        rng = Random(self._seed + node.visits)  # noqa: S311 (a game, not a secret)
        state, chance = model.determinize(self._state, self._seat, rng)
        state = apply_move(model, state, self._seat, move, chance)
        path = [(node, self._seat)]
        while not is_new and (seats := model.game.to_move(state)):
            move, node, is_new = self._step(node, model.candidates(state, seats[0], rng, in_depth=False))
            path.append((node, seats[0]))
            state = apply_move(model, state, seats[0], move, chance)
        values = model.values(self._finished(state, chance, rng))
        for visited, seat in path:
            visited.visits += 1
            visited.total += values[seat]

    def best(self) -> Any:  # noqa: ANN401 (a move of any game)
        """The move with the best mean, after a prior for rarely visited moves and a bonus for the first candidate."""
        if not self.has_choice:
            return self._moves[0]
        children = [self._root.children[move] for move in self._moves if move in self._root.children]
        average = sum(child.total for child in children) / sum(child.visits for child in children)
        worths = [(child.total + _PRIOR_VISITS * average) / (child.visits + _PRIOR_VISITS) for child in children]
        worths[0] += self._model.first_move_bonus
        return self._moves[worths.index(max(worths))]

    def _step(self, node: Node, moves: Sequence[Any]) -> tuple[Any, Node, bool]:
        """Selects the first untried move, or the one with the best UCB1 value."""
        for move in moves:
            if move not in node.children:
                child = node.children[move] = Node()
                child.offered = 1
                return move, child, True
        best: tuple[float, Any, Node] | None = None
        for move in moves:
            child = node.children[move]
            child.offered += 1
            promise = child.total / child.visits + self._model.exploration * sqrt(log(child.offered) / child.visits)
            if best is None or promise > best[0]:
                best = promise, move, child
        if best is None:
            raise ValueError("a seat that is to move has a move to look at")
        return best[1], best[2], False

    def _finished(self, state: Any, chance: Chance, rng: Random) -> Any:  # noqa: ANN401
        model = self._model
        for _ in range(model.horizon):
            seats = model.game.to_move(state)
            if not seats:
                break
            state = apply_move(model, state, seats[0], model.rollout_move(state, seats[0], rng), chance)
        return state


def apply_move(model: SearchModel, state: Any, seat: int, move: Any, chance: Chance) -> Any:  # noqa: ANN401
    """The state after a move."""
    events = model.game.decide(state, seat, move, chance)
    if isinstance(events, Rejection):
        raise ValueError(f"a move that the rules refuse: {events.sentence}")  # noqa: TRY004
    for event in events:
        state = model.game.evolve(state, event)
    return state


def search(model: SearchModel, state: Any, seat: int, rng: Random, *, is_time_up: Callable[[], bool]) -> Any:  # noqa: ANN401
    """Searches until the budget is spent; returns the move to play."""
    tree = Tree(model, state, seat, rng)
    if not tree.has_choice:
        return tree.best()
    tree.grow()
    while not is_time_up():
        tree.grow()
    return tree.best()

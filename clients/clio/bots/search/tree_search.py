"""Monte Carlo tree search over imagined worlds, each node standing for what the searching seat has seen happen."""

from collections.abc import Callable, Hashable, Sequence
from math import log, sqrt
from random import Random
from typing import Any, Final

from clio.bots.search.search_model import SearchModel
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

_DOUBT: Final = 2.0
"""So many tries of an average move are mixed into what is known of each."""


class Node:
    """A line of moves and what came of it for the seat that made the last of them."""

    __slots__ = ("children", "offered", "total", "visits")

    def __init__(self) -> None:
        self.children: Final[dict[Hashable, Node]] = {}
        self.visits = 0
        self.offered = 0
        self.total = 0.0


class Tree:
    """All that was tried from one position of one seat; every iteration imagines a world.

    The n-th time that a move is tried, it is tried in the same n-th world as the others: luck is shared, not drawn.
    """

    def __init__(self, insight: SearchModel, state: Any, seat: int, rng: Random) -> None:  # noqa: ANN401 (of any game)
        self._insight: Final = insight
        self._state: Final = state
        self._seat: Final = seat
        self._luck: Final = rng.getrandbits(64)
        self._moves: Final = insight.candidates(state, seat, rng, in_depth=True)
        self._root: Final = Node()

    @property
    def has_choice(self) -> bool:
        """Whether there is more than one move to look at."""
        return len(self._moves) > 1

    def grow(self) -> None:
        """One iteration: a world, a way down the tree, one new node, a quick end, and its value on the way back."""
        insight = self._insight
        move, node, is_new = self._step(self._root, self._moves)
        rng = Random(self._luck + node.visits)  # noqa: S311 (a game, not a secret)
        state, chance = insight.determinize(self._state, self._seat, rng)
        state = played(insight, state, self._seat, move, chance)
        path = [(node, self._seat)]
        while not is_new and (seats := insight.game.to_move(state)):
            move, node, is_new = self._step(node, insight.candidates(state, seats[0], rng, in_depth=False))
            path.append((node, seats[0]))
            state = played(insight, state, seats[0], move, chance)
        values = insight.values(self._finished(state, chance, rng))
        for visited, seat in path:
            visited.visits += 1
            visited.total += values[seat]

    def best(self) -> Any:  # noqa: ANN401 (a move of any game)
        """The move that did best; what was tried seldom counts as average, the most promising one a little more."""
        if not self.has_choice:
            return self._moves[0]
        children = [self._root.children[move] for move in self._moves if move in self._root.children]
        average = sum(child.total for child in children) / sum(child.visits for child in children)
        worths = [(child.total + _DOUBT * average) / (child.visits + _DOUBT) for child in children]
        worths[0] += self._insight.trust
        return self._moves[worths.index(max(worths))]

    def _step(self, node: Node, moves: Sequence[Any]) -> tuple[Any, Node, bool]:
        """The first move not tried yet, or the one that promises most among those the world offers."""
        for move in moves:
            if move not in node.children:
                child = node.children[move] = Node()
                child.offered = 1
                return move, child, True
        best: tuple[float, Any, Node] | None = None
        for move in moves:
            child = node.children[move]
            child.offered += 1
            promise = child.total / child.visits + self._insight.curiosity * sqrt(log(child.offered) / child.visits)
            if best is None or promise > best[0]:
                best = promise, move, child
        if best is None:
            raise ValueError("a seat that is to move has a move to look at")
        return best[1], best[2], False

    def _finished(self, state: Any, chance: Chance, rng: Random) -> Any:  # noqa: ANN401
        insight = self._insight
        for _ in range(insight.horizon):
            seats = insight.game.to_move(state)
            if not seats:
                break
            state = played(insight, state, seats[0], insight.guess(state, seats[0], rng), chance)
        return state


def played(insight: SearchModel, state: Any, seat: int, move: Any, chance: Chance) -> Any:  # noqa: ANN401
    """The state after a move."""
    events = insight.game.decide(state, seat, move, chance)
    if isinstance(events, Rejection):
        raise ValueError(f"a move that the rules refuse: {events.sentence}")  # noqa: TRY004
    for event in events:
        state = insight.game.evolve(state, event)
    return state


def search(insight: SearchModel, state: Any, seat: int, rng: Random, *, is_time_up: Callable[[], bool]) -> Any:  # noqa: ANN401
    """The move to play after thinking until the time is up."""
    tree = Tree(insight, state, seat, rng)
    if not tree.has_choice:
        return tree.best()
    tree.grow()
    while not is_time_up():
        tree.grow()
    return tree.best()

"""A table in this process: bots play a match by the rules alone, without a server and without a record."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from clio.bots.bot import Bot, NoSuchBotError, WrongChoiceError
from clio.games.registry import GAMES
from clio.kernel.game import Game
from clio.kernel.integrity.chance import SEED_BYTES, Chance
from clio.kernel.outcome import Outcome
from clio.kernel.rejection import Rejection


@dataclass(slots=True)
class Thinking:
    """The processor time a seat took for its moves; what else the machine does meanwhile is not counted."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        """One more move."""
        self.moves += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)


@dataclass(slots=True)
class Played:
    """A match that is over."""

    outcome: Outcome
    thinking: list[Thinking] = field(default_factory=list)


def known_game(name: str) -> Game[Any, Any]:
    """The rules of a game."""
    game = GAMES.get(name)
    if game is None:
        raise NoSuchBotError("There is no game called {game}; there are: {games}.", game=name, games=", ".join(GAMES))
    return game


def play_local_match(
    game: Game[Any, Any], choosers: Sequence[Bot], rng: Random, options: Mapping[str, str] | None = None
) -> Played:
    """A whole match; each chooser is told what its seat knows, in the words of the API."""
    chance = Chance(rng.randbytes(SEED_BYTES))
    state: Any = None
    chosen = {option.name: option.default for option in game.options} | dict(options or {})
    for event in game.setup(chosen, len(choosers), chance):
        state = game.evolve(state, event)
    thinking = [Thinking() for _ in choosers]
    while seats := game.to_move(state):
        seat = seats[0]
        move = _choice(game, state, seat, choosers[seat], thinking[seat])
        for event in _decided(game.decide(state, seat, move, chance)):
            state = game.evolve(state, event)
    outcome = game.outcome(state)
    if outcome is None:
        raise ValueError(f"{game.name} stopped without a result")
    return Played(outcome, thinking)


def _choice(game: Game[Any, Any], state: Any, seat: int, chooser: Bot, thinking: Thinking) -> Any:  # noqa: ANN401
    legal = {game.format_move(move): move for move in game.legal_moves(state, seat)}
    position = game.format_position(state, seat) if chooser.needs_position else ""
    began = time.thread_time()
    chosen = chooser.choose(seat, list(legal), position)
    thinking.add(time.thread_time() - began)
    if chosen not in legal:
        template = "The bot of seat {seat} chose {move}, which is no legal move."
        raise WrongChoiceError(template, seat=seat, move=repr(chosen))
    return legal[chosen]


def _decided(events: Any) -> Any:  # noqa: ANN401 (the events of any game)
    if isinstance(events, Rejection):
        raise ValueError(f"a listed move is refused: {events.sentence}")  # noqa: TRY004
    return events

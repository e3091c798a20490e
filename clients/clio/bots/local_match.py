"""Local matches: bots play by the rules in this process, without a server or a record."""

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
    """Processor time that a seat took for its moves."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        """Counts a move."""
        self.moves += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)


@dataclass(slots=True)
class Played:
    """A finished match."""

    outcome: Outcome
    thinking: list[Thinking] = field(default_factory=list)


def known_game(name: str) -> Game[Any, Any]:
    """The rules of a game."""
    game = GAMES.get(name)
    if game is None:
        raise NoSuchBotError("There is no game called {game}; there are: {games}.", game=name, games=", ".join(GAMES))
    return game


def play_local_match(
    game: Game[Any, Any], bots: Sequence[Bot], rng: Random, options: Mapping[str, str] | None = None
) -> Played:
    """Plays a whole match; each bot gets what its seat may know, as the API would give it."""
    chance = Chance(rng.randbytes(SEED_BYTES))
    state: Any = None
    chosen = {option.name: option.default for option in game.options} | dict(options or {})
    for event in game.setup(chosen, len(bots), chance):
        state = game.evolve(state, event)
    thinking = [Thinking() for _ in bots]
    while seats := game.to_move(state):
        seat = seats[0]
        move = _choice(game, state, seat, bots[seat], thinking[seat])
        for event in _decided(game.decide(state, seat, move, chance)):
            state = game.evolve(state, event)
    outcome = game.outcome(state)
    if outcome is None:
        raise ValueError(f"{game.name} stopped without a result")
    return Played(outcome, thinking)


def _choice(game: Game[Any, Any], state: Any, seat: int, bot: Bot, thinking: Thinking) -> Any:  # noqa: ANN401
    legal = {game.format_move(move): move for move in game.legal_moves(state, seat)}
    position = game.format_position(state, seat) if bot.needs_position else ""
    began = time.thread_time()
    chosen = bot.choose(seat, list(legal), position)
    thinking.add(time.thread_time() - began)
    if chosen not in legal:
        raise WrongChoiceError(
            "The bot on seat {seat} chose {move}, which is not a legal move.", seat=seat, move=repr(chosen)
        )
    return legal[chosen]


def _decided(events: Any) -> Any:  # noqa: ANN401 (the events of any game)
    if isinstance(events, Rejection):
        raise ValueError(f"a listed move is refused: {events.sentence}")  # noqa: TRY004
    return events

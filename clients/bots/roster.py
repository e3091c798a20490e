"""The kinds of bots."""

from random import Random
from typing import Final

from clients.bots.chooser import Chooser, NoSuchBotError
from clients.bots.random_bot import RandomBot

KINDS: Final = ("random", "greedy")


def new_bot(kind: str, game: str, rng: Random) -> Chooser:
    """A bot of a kind for a game."""
    if kind == "random":
        return RandomBot(rng)
    if kind == "greedy":
        # The rules come with it, so only those who want it load it.
        from clients.bots.greedy_bot import GreedyBot  # noqa: PLC0415

        return GreedyBot(game, rng)
    raise NoSuchBotError(f"There is no bot called {kind}; there are: {', '.join(KINDS)}.")

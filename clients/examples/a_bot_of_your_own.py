"""A bot in 40 lines. It plays the legal move with the most words: replace ``choose`` with something better.

python clients/examples/a_bot_of_your_own.py MATCH [HOST:PORT]
clio bot clients/examples/a_bot_of_your_own.py --join MATCH
clio arena amphipolis clients/examples/a_bot_of_your_own.py random --matches 100
"""

import asyncio
import sys
from collections.abc import Sequence
from random import Random

from clio.bots.player import Player
from clio.client import Client


class Bot:
    """Chooses moves for one match, whichever of its seats is to move."""

    needs_position = False  # True: ``position`` says in one line what the seat knows of the position.

    def __init__(self, game: str, rng: Random) -> None:
        self.game, self.rng = game, rng

    def choose(self, seat: int, moves: Sequence[str], position: str) -> str:  # noqa: ARG002 (this bot ignores the position)
        """One of the legal moves, all in the game's notation: ``take mosaics mosaic-red mosaic-red``."""
        return max(moves, key=lambda move: (len(move.split()), self.rng.random()))


async def main(match_id: str, server: str) -> None:
    """Takes a free seat and plays it to the end; ``Player`` waits for the turns of the seat."""
    async with Client(server) as clio:
        taken = await clio.join(match_id, "Long-winded")
        bot = Bot((await taken.get()).game, Random())  # noqa: S311 (a game, not a secret)
        ended = await Player(clio, match_id, {taken.seat: taken.token}, bot).play()
        print("won" if taken.seat in ended.outcome.winners else "lost")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "127.0.0.1:50051"))  # noqa: PLR2004

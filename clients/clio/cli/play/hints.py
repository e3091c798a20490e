"""Hints: the move that a bot would play in the player's place."""

import asyncio
import random
from collections.abc import Sequence
from typing import Final

from clio.v1.move_pb2 import Move

BOT: Final = "greedy"


async def hint(game: str, seat: int, moves: Sequence[Move], position: str) -> str:
    """Asks a bot that knows what the player knows; returns the move's notation, empty where no bot knows the game."""
    from clio.bots.bot import BotError  # noqa: PLC0415 (bots are loaded only where they are asked)
    from clio.bots.registry import new_bot  # noqa: PLC0415

    try:
        # The same position gets the same hint, however often it is asked for.
        bot = new_bot(BOT, game, random.Random(position))  # noqa: S311 (no secret)
    except BotError:
        return ""
    return await asyncio.to_thread(bot.choose, seat, [move.notation for move in moves], position)

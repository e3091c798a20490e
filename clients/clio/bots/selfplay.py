"""Self-play: whole matches of bots over the API."""

from collections.abc import Mapping
from random import Random

from clio.bots.player import Player
from clio.bots.registry import new_bot
from clio.client.client import Client
from clio.client.entropy import ENTROPY_BYTES
from clio.v1.match_pb2 import Match


async def play_match(  # noqa: PLR0913 (a match has that many parts)
    client: Client, game: str, seats: int, kind: str, rng: Random, *, options: Mapping[str, str] | None = None
) -> Match:
    """Opens a match, fills its seats with bots of one kind and plays it to the end."""
    bot = new_bot(kind, game, rng)
    opened = (await client.open_match(game, seats, options or {})).match
    tokens = {}
    for seat in opened.seats:
        taken = await client.join(
            opened.match_id, f"{kind} {seat.seat}", seat.seat, entropy=rng.randbytes(ENTROPY_BYTES)
        )
        tokens[taken.seat] = taken.token
    return await Player(client, opened.match_id, tokens, bot).play()

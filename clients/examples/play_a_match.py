"""Opens a match of Amphipolis for two, plays both seats and tells who won.

python clients/examples/play_a_match.py [HOST:PORT]
"""

import asyncio
import random
import sys

from clio.client import Client
from clio.v1.match_pb2 import MATCH_STATUS_PLAYING


async def main(server: str) -> None:
    """Joins twice, then plays a random legal move until the match is over."""
    async with Client(server) as clio:
        match = (await clio.open_match("amphipolis", seats=2)).match
        tokens = {}
        for name in ("Ada", "Bob"):
            joined = await clio.join_match(match.match_id, name)
            tokens[joined.seat] = joined.seat_token

        match = await clio.get_match(match.match_id)
        while match.status == MATCH_STATUS_PLAYING:
            token = tokens[match.to_move[0]]
            legal = await clio.list_legal_moves(match.match_id, token)
            move = random.choice(legal.moves)  # noqa: S311 (a game, not a secret)
            await clio.play_move(match.match_id, move, token, expected_seq=legal.seq)
            match = await clio.get_match(match.match_id)

        for score in match.outcome.scores:
            winner = " and wins" if score.seat in match.outcome.winners else ""
            print(f"{match.seats[score.seat].name} has {score.total} points{winner}")
        print(f"match {match.match_id}, {match.seq} events")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051"))

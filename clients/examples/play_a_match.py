"""Opens a match of Amphipolis for two, plays both seats and prints the winner.

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
        host = await clio.open("amphipolis", seats=2)
        seats = {}
        for name in ("Ada", "Bob"):
            taken = await host.join(name)
            seats[taken.seat] = taken

        match = await host.get()
        while match.status == MATCH_STATUS_PLAYING:
            seat = seats[match.to_move[0]]
            moves = await seat.list_legal_moves().all()
            await seat.play(random.choice(moves), expected_seq=match.seq)  # noqa: S311 (a game, not a secret)
            match = await host.get()

        for score in match.outcome.scores:
            winner = " and wins" if score.seat in match.outcome.winners else ""
            print(f"{match.seats[score.seat].name} has {score.total} points{winner}")
        print(f"match {match.match_id}, {match.seq} events")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051"))

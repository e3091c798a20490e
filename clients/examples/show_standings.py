"""Plays two matches of Akros and shows the standings and the statistics.

python clients/examples/show_standings.py [HOST:PORT]
"""

import asyncio
import random
import sys

from clio.client import Client
from clio.v1.freshness_pb2 import AtLeast
from clio.v1.match_pb2 import MATCH_STATUS_PLAYING, Match


async def play(clio: Client, names: tuple[str, str]) -> Match:
    """Plays a random match to its end."""
    host = await clio.open("akros")
    seats = [await host.join(name) for name in names]
    match = await host.get()
    while match.status == MATCH_STATUS_PLAYING:
        seat = seats[match.to_move[0]]
        moves = await seat.list_legal_moves().all()
        await seat.play(random.choice(moves))  # noqa: S311 (a game, not a secret)
        match = await host.get()
    return match


async def main(server: str) -> None:
    """Asks for standings that have the last match in them, however busy the server is."""
    async with Client(server) as clio:
        await play(clio, ("Ada", "Bob"))
        last = await play(clio, ("Bob", "Ada"))
        seen = AtLeast(match_id=last.match_id, min_seq=last.seq)

        scores = await clio.match(last.match_id).scores()
        print(f"decided by {scores.decided_by.rule}: {scores.decided_by.title}")
        for score in scores.scores:
            for line in score.lines:
                print(f"  {last.seats[score.seat].name}: {line.points} for {line.detail}")
        async for page in clio.views.list_standings("akros", at_least=seen).pages():
            for each in page.standings:
                print(f"{each.rank}. {each.player}: {each.rating.rating:.2f}, won {each.won} of {each.played}")
        async for played in clio.views.list_player_matches("Ada", "akros", at_least=seen):
            print(f"Ada as {played.side}: {played.before.rating:.2f} to {played.after.rating:.2f}")
        statistics = await clio.views.get_statistics("akros", at_least=seen)
        print(f"{statistics.finished} matches, {statistics.branching.mean:.1f} moves to choose from on average")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051"))

"""Plays two matches of Akros and shows who stands where, and what such matches are like.

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
    match = (await clio.open_match("akros")).match
    tokens = [(await clio.join_match(match.match_id, name)).seat_token for name in names]
    match = await clio.get_match(match.match_id)
    while match.status == MATCH_STATUS_PLAYING:
        token = tokens[match.to_move[0]]
        legal = await clio.list_legal_moves(match.match_id, token)
        await clio.play_move(match.match_id, random.choice(legal.moves), token)  # noqa: S311 (a game, not a secret)
        match = await clio.get_match(match.match_id)
    return match


async def main(server: str) -> None:
    """Asks for standings that have the last match in them, however busy the server is."""
    async with Client(server) as clio:
        await play(clio, ("Ada", "Bob"))
        last = await play(clio, ("Bob", "Ada"))
        seen = AtLeast(match_id=last.match_id, min_seq=last.seq)

        scores = await clio.views.get_scores(last.match_id)
        print(f"decided by {scores.decided_by.rule}: {scores.decided_by.title}")
        for score in scores.scores:
            for line in score.lines:
                print(f"  {last.seats[score.seat].name}: {line.points} for {line.detail}")
        async for page in clio.views.list_standings("akros", at_least=seen):
            for each in page.standings:
                print(f"{each.rank}. {each.player}: {each.rating.rating:.2f}, won {each.won} of {each.played}")
        async for played in clio.views.list_player_matches("Ada", "akros", at_least=seen):
            print(f"Ada as {played.side}: {played.before.rating:.2f} to {played.after.rating:.2f}")
        statistics = await clio.views.get_statistics("akros", at_least=seen)
        print(f"{statistics.finished} matches, {statistics.branching.mean:.1f} moves to choose from on average")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051"))

"""Watches a match live, checking every event against the chain of those before it.

python clients/examples/watch_a_match.py MATCH [HOST:PORT]
"""

import asyncio
import sys

from clio.client import CaughtUp, Client
from clio.v1.event_pb2 import Event


async def main(match_id: str, server: str) -> None:
    """The loop ends with the match; a lost connection is made again inside it, a changed history raises."""
    async with Client(server) as clio:
        watcher = clio.match(match_id).watch()
        async for sighting in watcher:
            if isinstance(sighting, Event):
                print(sighting.seq, sighting.actor, sighting.type, sighting.move)
            elif isinstance(sighting, CaughtUp):
                print("-- live from here --")
        head = await clio.match(match_id).head()
        print(f"over after event {watcher.seq}, chain digest {head.digest.hex()}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "127.0.0.1:50051"))  # noqa: PLR2004

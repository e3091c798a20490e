"""Many watchers of one match, or of a bare fan-out: says when all of them have been told of something.

``python -m bench.load.watchers PORT WATCHERS MATCH``; without a match it watches the bare server.
"""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc.aio
import uvloop

from clio.v1.match_service_pb2 import WatchMatchRequest, WatchMatchResponse

AT_ONCE = 100
"""Streams on one connection: more than that wait for each other."""


class Audience:
    """Counts who has been told of what."""

    def __init__(self, watchers: int) -> None:
        self._watchers = watchers
        self._told: dict[int, int] = {}

    def hear(self, number: int) -> None:
        """One watcher has been told of a number; the last one's time is said aloud."""
        self._told[number] = self._told.get(number, 0) + 1
        if self._told[number] == self._watchers:
            sys.stdout.write(f"{number} {time.monotonic_ns()}\n")
            sys.stdout.flush()


async def watch(call: AsyncIterator[bytes], number_in: Callable[[bytes], int | None], audience: Audience) -> None:
    """One watcher; 0 stands for having caught up."""
    async for message in call:
        number = number_in(message)
        if number is not None:
            audience.hear(number)


def event_number(message: bytes) -> int | None:
    """The last event in a message of Clio's."""
    response = WatchMatchResponse.FromString(message)
    if response.caught_up:
        return 0
    return response.events[-1].seq if response.events else None


def bare_number(message: bytes) -> int | None:
    """The number that a bare message begins with."""
    return 0 if message == b"watching" else int(message.split(b" ", 1)[0])


async def main(port: int, watchers: int, match_id: str) -> None:
    """Watches until it is ended."""
    audience, tasks = Audience(watchers), []
    options = [("grpc.use_local_subchannel_pool", 1)]
    for first in range(0, watchers, AT_ONCE):
        channel = grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=options)
        method = "/clio.v1.MatchService/WatchMatch" if match_id else "/bench.FanOut/Watch"
        stream: Any = channel.unary_stream(method)
        request = WatchMatchRequest(match_id=match_id).SerializeToString() if match_id else b""
        number_in = event_number if match_id else bare_number
        tasks += [
            asyncio.create_task(watch(stream(request), number_in, audience))
            for _ in range(first, min(first + AT_ONCE, watchers))
        ]
    await asyncio.gather(*tasks)


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]), int(sys.argv[2]), "".join(sys.argv[3:])))

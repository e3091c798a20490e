"""Many watchers of one match, or of a bare fan-out: reports when an event has reached all of them.

``python -m bench.load.watchers PORT WATCHERS MATCH [http]``; without a match it watches the bare server.
"""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc.aio
import uvloop

from bench.load.http_stream import HttpStream
from clio.v1.match_service_pb2 import WatchMatchRequest, WatchMatchResponse

AT_ONCE = 100
"""Streams on one connection: more than that wait for each other."""


class Audience:
    """Counts the deliveries of each number."""

    def __init__(self, watchers: int) -> None:
        self._watchers = watchers
        self._told: dict[int, int] = {}

    def hear(self, number: int) -> None:
        """Counts a delivery; prints the time of the last one."""
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


async def over_http(port: int, watchers: int, match_id: str) -> None:
    """The same over the HTTP API."""
    audience, request = Audience(watchers), WatchMatchRequest(match_id=match_id).SerializeToString()
    loop, streams = asyncio.get_running_loop(), []

    def hear(message: bytes) -> None:
        number = event_number(message)
        if number is not None:
            audience.hear(number)

    for _ in range(watchers):
        _, stream = await loop.create_connection(
            lambda: HttpStream("/clio.v1.MatchService/WatchMatch", request, hear), "127.0.0.1", port
        )
        streams.append(stream.ended)
    await asyncio.gather(*streams)


if __name__ == "__main__":
    _port, _watchers, _match, *_http = *sys.argv[1:], *([""] if len(sys.argv) == 3 else [])  # noqa: PLR2004 (without a match)
    uvloop.run((over_http if _http else main)(int(_port), int(_watchers), _match))

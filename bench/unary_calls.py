"""A durable move, one call each, against a bare echo: alternating rounds in one run."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import grpc.aio

from bench.processes import clio_server, echo_server
from clients.sdk.play_session import PlaySession
from clio.v1 import match_pb2, move_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub

MESSAGE = bytes(300)


class Rates(NamedTuple):
    """Calls a second, medians over the rounds."""

    echo: float
    echo_uvloop: float
    play: float


async def measure(data: Path, in_flight: int, seconds: float, rounds: int) -> Rates:
    """Alternates the three until each has had its rounds."""
    async with echo_server() as bare, echo_server(uvloop=True) as faster, clio_server(data) as clio:
        tables = [Table(clio) for _ in range(in_flight)]
        for table in tables:
            await table.open()
        rates = [
            (
                await rate([echoing(bare)] * in_flight, seconds),
                await rate([echoing(faster)] * in_flight, seconds),
                await rate([table.play for table in tables], seconds),
            )
            for _ in range(rounds)
        ]
    return Rates(*(median(column) for column in zip(*rates, strict=True)))


def echoing(channel: grpc.aio.Channel) -> Callable[[], Coroutine[Any, Any, None]]:
    """One call of the bare baseline."""
    call = channel.unary_unary("/bench.Echo/Echo")

    async def once() -> None:
        await call(MESSAGE)

    return once


async def rate(calls: list[Callable[[], Coroutine[Any, Any, None]]], seconds: float) -> float:
    """How many calls a second finish, each caller waiting for its answer before it calls again."""
    end = time.perf_counter() + seconds
    done = 0

    async def caller(call: Callable[[], Coroutine[Any, Any, None]]) -> None:
        nonlocal done
        while time.perf_counter() < end:
            await call()
            done += 1

    started = time.perf_counter()
    await asyncio.gather(*(caller(call) for call in calls))
    return done / (time.perf_counter() - started)


class Table:
    """A match of Amphipolis played by the shortest legal moves: nobody takes anything until the entrance is full."""

    def __init__(self, channel: grpc.aio.Channel, session: PlaySession | None = None) -> None:
        """With a session the moves go over its stream, else each is a call of its own."""
        self._session = session
        self._stub: Any = MatchServiceStub(channel)
        self._tokens: list[str] = []
        self._match_id = ""
        self._to_move = 0
        self._taken = False

    async def open(self) -> None:
        """A new match, its seats taken."""
        opened = await self._stub.OpenMatch(pb.OpenMatchRequest(game="amphipolis", seats=2))
        self._match_id = opened.match.match_id
        self._tokens = []
        for name in ("Ann", "Bob"):
            joined = await self._stub.JoinMatch(pb.JoinMatchRequest(match_id=self._match_id, name=name))
            self._tokens.append(joined.seat_token)
        self._to_move = joined.match.to_move[0]
        self._taken = False

    async def play(self) -> None:
        """The next move, durable when this returns."""
        notation = "end" if self._taken else "take mosaics -"
        token = self._tokens[self._to_move]
        if self._session is not None:
            answer = await self._session.play(self._match_id, notation, token)
        else:
            answer = await self._stub.PlayMove(
                pb.PlayMoveRequest(match_id=self._match_id, move=move_pb2.Move(notation=notation)),
                metadata=(("authorization", f"Bearer {token}"),),
            )
        self._taken = not self._taken
        if answer.status == match_pb2.MATCH_STATUS_PLAYING:
            self._to_move = answer.to_move[0]
        else:
            await self.open()

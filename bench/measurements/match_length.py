"""What a move costs in a short match and in a long one, over the API, in turn."""

import time
from collections.abc import AsyncIterator
from statistics import median
from typing import Any

import grpc.aio

from bench.load.scripts import random_moves
from bench.rig import Rig
from bench.row import Row
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from clio.v1.move_pb2 import Move

EVENTS = (5, 50, 150, 500)
MOVES = 20
MATCHES = 4


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """The same number of moves in matches whose seats were left and taken again more or less often."""
    lengths = EVENTS[:: len(EVENTS) - 1] if rig.effort.is_smoke else EVENTS
    taken: dict[int, list[float]] = {events: [] for events in lengths}
    async with rig.clio() as clio, grpc.aio.insecure_channel(clio.address) as channel:
        stub: Any = MatchServiceStub(channel)
        for _ in range(rig.effort.count(MATCHES * rig.effort.rounds)):
            for events in lengths:
                taken[events] += await _moves(stub, events)
    costs = {events: median(each[len(each) // 10 :]) for events, each in taken.items()}
    for events, cost in costs.items():
        yield Row(
            name=f"a move in a match of {events} events",
            figure=cost,
            unit="ms",
            baseline="" if events == EVENTS[0] else f"in a match of {EVENTS[0]} events",
            ratio=None if events == EVENTS[0] else cost / costs[EVENTS[0]],
            target="length" if events == EVENTS[-1] else "",
            plot="match-length",
            series="a move",
            x=events,
        )


async def _moves(stub: Any, events: int) -> list[float]:  # noqa: ANN401 (an untyped stub)
    opened = await stub.OpenMatch(pb.OpenMatchRequest(game="amphipolis", seats=2))
    match_id, seq = opened.match.match_id, opened.match.seq
    while seq < events - 4:
        joined = await stub.JoinMatch(pb.JoinMatchRequest(match_id=match_id, name="Restless"))
        left = await stub.LeaveMatch(pb.LeaveMatchRequest(match_id=match_id), metadata=_bearer(joined.seat_token))
        seq = left.match.seq
    tokens = [
        (await stub.JoinMatch(pb.JoinMatchRequest(match_id=match_id, name=name))).seat_token for name in ("Ann", "Bob")
    ]
    taken = []
    for seat, notation in random_moves("amphipolis", match_id)[:MOVES]:
        request = pb.PlayMoveRequest(match_id=match_id, move=Move(notation=notation))
        started = time.perf_counter()
        await stub.PlayMove(request, metadata=_bearer(tokens[seat]))
        taken.append((time.perf_counter() - started) * 1000)
    return taken


def _bearer(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),)

"""What a move costs in a short match and in a long one, over the API, alternating in one run."""

import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import grpc.aio

from bench.processes import clio_server
from clio.v1 import match_pb2, move_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub

MOVES = 16


class Cost(NamedTuple):
    """Milliseconds a move, median, by the number of events the match had when it started."""

    short: float
    long: float
    short_events: int
    long_events: int


async def measure(data: Path, long: int, rounds: int) -> Cost:
    """Plays the same few moves in short matches, and in matches whose seats were left and taken again often."""
    times: dict[bool, list[float]] = {False: [], True: []}
    events: dict[bool, int] = {}
    async with clio_server(data) as channel:
        for number in range(2 * rounds):
            is_long = bool(number % 2)
            taken, events[is_long] = await _moves(channel, long if is_long else 0)
            times[is_long] += taken
    return Cost(median(times[False]), median(times[True]), events[False], events[True])


async def _moves(channel: grpc.aio.Channel, events: int) -> tuple[list[float], int]:
    stub: Any = MatchServiceStub(channel)
    opened = await stub.OpenMatch(pb.OpenMatchRequest(game="amphipolis", seats=2))
    match_id = opened.match.match_id
    joined = opened
    while joined.match.seq < events:
        joined = await stub.JoinMatch(pb.JoinMatchRequest(match_id=match_id, name="Restless"))
        await stub.LeaveMatch(pb.LeaveMatchRequest(match_id=match_id), metadata=_bearer(joined.seat_token))
    tokens = []
    for name in ("Ann", "Bob"):
        joined = await stub.JoinMatch(pb.JoinMatchRequest(match_id=match_id, name=name))
        tokens.append(joined.seat_token)
    to_move, taken = joined.match.to_move[0], []
    for number in range(MOVES):
        notation = "end" if number % 2 else "take mosaics -"
        request = pb.PlayMoveRequest(match_id=match_id, move=move_pb2.Move(notation=notation))
        started = time.perf_counter()
        answer = await stub.PlayMove(request, metadata=_bearer(tokens[to_move]))
        taken.append((time.perf_counter() - started) * 1000)
        if answer.status != match_pb2.MATCH_STATUS_PLAYING:
            break
        to_move = answer.to_move[0]
    return taken, joined.match.seq


def _bearer(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),)

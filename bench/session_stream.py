"""Durable moves over one stream, beside a bare echo with as many callers: alternating rounds in one run."""

from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bench.processes import clio_server, echo_server
from bench.unary_calls import Table, echoing, rate
from clients.sdk.play_session import PlaySession
from clients.sdk.retries import Retries
from clio.v1.match_service_pb2_grpc import MatchServiceStub


class Rates(NamedTuple):
    """Calls and moves a second, medians over the rounds."""

    echo: float
    played: float


async def measure(data: Path, in_flight: int, seconds: float, rounds: int) -> Rates:
    """As many matches as moves in flight: each waits for its answer before it moves again."""
    async with echo_server() as bare, clio_server(data) as clio:
        stub: Any = MatchServiceStub(clio)
        async with PlaySession(stub, Retries()) as session:
            tables = [Table(clio, session) for _ in range(in_flight)]
            for table in tables:
                await table.open()
            found = [
                (
                    await rate([echoing(bare)] * in_flight, seconds),
                    await rate([table.play for table in tables], seconds),
                )
                for _ in range(rounds)
            ]
    return Rates(*(median(column) for column in zip(*found, strict=True)))

"""``python -m tests.fuzz.latency_sampler ADDRESS KEY SAMPLES``: times health checks and moves, in its own process.

Prints one line of JSON: the seconds that each health check and each move took.
"""

import asyncio
import json
import sys
import time

import grpc.aio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from tests.kit.servers import bearer

PATIENCE = 30.0


class Sampler:
    """Plays matches of Akros, one move and one health check after the other."""

    def __init__(self, channel: grpc.aio.Channel, key: str) -> None:
        self._matches = MatchServiceStub(channel)
        self._health = health_pb2_grpc.HealthStub(channel)
        self._key = (("x-clio-key", key),) if key else ()
        self._tokens: list[str] = []
        self._match = match_pb2.Match()

    async def sample(self, samples: int) -> dict[str, list[float]]:
        taken: dict[str, list[float]] = {"health": [], "move": []}
        while len(taken["move"]) < samples:
            if self._match.status != match_pb2.MATCH_STATUS_PLAYING:
                await self._open()
            seat = self._match.to_move[0]
            metadata = (*self._key, *bearer(self._tokens[seat]))
            listed = await self._matches.ListLegalMoves(
                pb.ListLegalMovesRequest(match_id=self._match.match_id), metadata=metadata, timeout=PATIENCE
            )
            began = time.perf_counter()
            await self._matches.PlayMove(
                pb.PlayMoveRequest(match_id=self._match.match_id, move=listed.moves[0]),
                metadata=metadata,
                timeout=PATIENCE,
            )
            taken["move"].append(time.perf_counter() - began)
            answer = await self._matches.GetMatch(
                pb.GetMatchRequest(match_id=self._match.match_id), metadata=self._key, timeout=PATIENCE
            )
            self._match = answer.match
            began = time.perf_counter()
            await self._health.Check(health_pb2.HealthCheckRequest(), timeout=PATIENCE)
            taken["health"].append(time.perf_counter() - began)
        return taken

    async def _open(self) -> None:
        opened = await self._matches.OpenMatch(
            pb.OpenMatchRequest(game="akros", seats=2), metadata=self._key, timeout=PATIENCE
        )
        self._tokens = []
        for seat in range(2):
            joined = await self._matches.JoinMatch(
                pb.JoinMatchRequest(match_id=opened.match.match_id, name=f"Sampler {seat}"),
                metadata=self._key,
                timeout=PATIENCE,
            )
            self._tokens.append(joined.seat_token)
        self._match = joined.match


async def main(address: str, key: str, samples: int) -> None:
    async with grpc.aio.insecure_channel(address) as channel:
        sampler = Sampler(channel, key)
        await sampler.sample(5)
        sys.stdout.write(json.dumps(await sampler.sample(samples)) + "\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))

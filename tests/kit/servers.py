"""In-process servers on free ports, each with its own event store."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import grpc.aio
import msgspec

from clio.server.bootstrap import Clio
from clio.server.settings import Settings
from clio.v1 import fair_play_service_pb2 as fair_play
from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1.fair_play_pb2 import AGREEMENT_ABORT
from clio.v1.fair_play_service_pb2_grpc import FairPlayServiceStub
from clio.v1.game_service_pb2_grpc import GameServiceStub
from clio.v1.match_service_pb2_grpc import MatchServiceStub

if TYPE_CHECKING:
    # Only the type stubs know these.
    from clio.v1.fair_play_service_pb2_grpc import FairPlayServiceAsyncStub
    from clio.v1.game_service_pb2_grpc import GameServiceAsyncStub
    from clio.v1.match_service_pb2_grpc import MatchServiceAsyncStub


class Connection:
    """A channel to a server and its stubs."""

    def __init__(self, clio: Clio | None, channel: grpc.aio.Channel) -> None:
        """``clio`` is the server, if it runs in this process."""
        if clio is not None:
            self.clio = clio
        self.channel = channel
        self.matches: MatchServiceAsyncStub = MatchServiceStub(channel)  # type: ignore[assignment]
        self.games: GameServiceAsyncStub = GameServiceStub(channel)  # type: ignore[assignment]

    async def open(self, game: str = "amphipolis", seats: int = 2, **options: str) -> pb.OpenMatchResponse:
        return await self.matches.OpenMatch(pb.OpenMatchRequest(game=game, seats=seats, options=options))

    async def seated(self, game: str = "amphipolis", seats: int = 2, **options: str) -> "Seated":
        """A match whose seats are all taken."""
        opened = await self.open(game, seats, **options)
        tokens = []
        for number in range(seats):
            joined = await self.matches.JoinMatch(
                pb.JoinMatchRequest(match_id=opened.match.match_id, name=f"Player {number}")
            )
            tokens.append(joined.seat_token)
        return Seated(self, opened.match.match_id, opened.host_token, tokens, joined.match)


class Seated:
    """A running match with the tokens of all seats."""

    def __init__(
        self, connection: Connection, match_id: str, host_token: str, tokens: list[str], match: match_pb2.Match
    ) -> None:
        self.connection = connection
        self.id = match_id
        self.host_token = host_token
        self.tokens = tokens
        self.match = match

    async def refresh(self) -> match_pb2.Match:
        answer = await self.connection.matches.GetMatch(pb.GetMatchRequest(match_id=self.id))
        self.match = answer.match
        return answer.match

    async def moves(self, seat: int) -> pb.ListLegalMovesResponse:
        return await self.connection.matches.ListLegalMoves(
            pb.ListLegalMovesRequest(match_id=self.id), metadata=bearer(self.tokens[seat])
        )

    async def play_first(self, request_id: str = "", choice: int = 0) -> pb.PlayMoveResponse:
        """Plays a legal move of the seat to move."""
        match = await self.refresh()
        seat = match.to_move[0]
        listed = await self.moves(seat)
        return await self.connection.matches.PlayMove(
            pb.PlayMoveRequest(match_id=self.id, move=listed.moves[choice % len(listed.moves)], request_id=request_id),
            metadata=bearer(self.tokens[seat]),
        )

    async def abort(self, reason: str = "Enough.") -> match_pb2.Match:
        """Aborts the match by the consent of all seats."""
        stub: FairPlayServiceAsyncStub = FairPlayServiceStub(self.connection.channel)  # type: ignore[assignment]
        request = fair_play.GiveConsentRequest(match_id=self.id, to=AGREEMENT_ABORT, reason=reason)
        for token in self.tokens:
            self.match = (await stub.GiveConsent(request, metadata=bearer(token))).match
        return self.match

    async def finish(self) -> match_pb2.Match:
        while (await self.refresh()).status == match_pb2.MATCH_STATUS_PLAYING:
            await self.play_first(choice=self.match.seq)
        return self.match


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),)


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[Connection]:
    """A connection to a server in another process."""
    async with grpc.aio.insecure_channel(address) as channel:
        yield Connection(None, channel)


@asynccontextmanager
async def running(data: Path, **settings: object) -> AsyncIterator[Connection]:
    """A running server on its own data."""
    clio = server_with(data, **settings)
    await clio.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{clio.port}") as channel:
            yield Connection(clio, channel)
    finally:
        await clio.stop()


def server_with(data: Path, **settings: object) -> Clio:
    """A server on its own data, not yet started."""
    return Clio(msgspec.structs.replace(Settings(port=0, http_port=None, data=data, drain_seconds=1.0), **settings))


@asynccontextmanager
async def started(clio: Clio) -> AsyncIterator[str]:
    """The address of an in-process server, for tests that open their own channel."""
    await clio.start()
    try:
        yield f"127.0.0.1:{clio.port}"
    finally:
        await clio.stop()

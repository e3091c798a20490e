"""The dearest calls that a caller may make within the recommended limits, made as often as the limits allow."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import grpc.aio

from clio.v1 import archive_service_pb2 as archive
from clio.v1 import feed_service_pb2 as feed
from clio.v1 import game_service_pb2 as games
from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as matches
from clio.v1 import record_service_pb2 as records
from clio.v1.archive_service_pb2_grpc import ArchiveServiceStub
from clio.v1.feed_service_pb2_grpc import FeedServiceStub
from clio.v1.game_service_pb2_grpc import GameServiceStub
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from tests.corpus.grow import FOLDER
from tests.kit.access import with_key

PATIENCE = 30.0
MOVES = 60
"""Of the match of Akrotiri whose boards are asked for."""
BATCH = 200
WATCHES = 10
Call = Callable[[], Awaitable[object]]


class ExpensiveCalls:
    """One caller with a match of Akrotiri of its own, which it asks about in every dear way."""

    def __init__(self, channel: grpc.aio.Channel, keys: tuple[str, str], count_part: Callable[[str], None]) -> None:
        """The second key is for calls so heavy that they would use up what the others may."""
        self._matches: Any = MatchServiceStub(channel)
        self._records: Any = RecordServiceStub(channel)
        self._archive: Any = ArchiveServiceStub(channel)
        self._feed: Any = FeedServiceStub(channel)
        self._games: Any = GameServiceStub(channel)
        self._key, self._heavy = keys
        self._count_part = count_part
        self._match = match_pb2.Match()
        self._tokens: list[str] = []
        self._to_move = 0
        self._record = (FOLDER / "akrotiri-rules-2.clio.gz").read_bytes()

    async def prepare(self) -> None:
        """Opens a match and plays it to its middle.

        Bots of the server are left out: they would play on while the server counts as quiet. The matches of one caller
        that have them are bounded, and one process thinks for all of them.
        """
        self._match, self._tokens = await self._opened("akrotiri", 2)
        self._to_move = self._match.to_move[0]
        for _ in range(MOVES):
            metadata, listed = await self._patiently(self._legal)
            played = await self._patiently(
                lambda metadata=metadata, listed=listed: self._matches.PlayMove(
                    matches.PlayMoveRequest(match_id=self._match.match_id, move=listed.moves[-1]), metadata=metadata
                )
            )
            self._to_move = played.to_move[0]

    def calls(self) -> Iterator[tuple[str, Call]]:
        """Each kind of call by its name."""
        match_id, shown, heavy = self._match.match_id, with_key(self._key), with_key(self._heavy)
        seat, heavy_seat = (with_key(key, self._tokens[self._to_move]) for key in (self._key, self._heavy))
        yield "list legal moves", self._legal
        yield "preview a move", self._preview
        yield (
            "get a view",
            lambda: self._matches.GetView(matches.GetViewRequest(match_id=match_id), metadata=seat, timeout=PATIENCE),
        )
        yield "play a batch", self._batch
        yield (
            "list matches",
            lambda: self._matches.ListMatches(
                matches.ListMatchesRequest(player="Sampler 0", page_size=100), metadata=shown, timeout=PATIENCE
            ),
        )
        yield (
            "get components",
            lambda: self._games.GetComponents(
                games.GetComponentsRequest(game="akrotiri"), metadata=shown, timeout=PATIENCE
            ),
        )
        yield (
            "verify a record",
            lambda: self._archive.VerifyRecord(
                archive.VerifyRecordRequest(content=self._record), metadata=heavy, timeout=PATIENCE
            ),
        )
        yield (
            "upload a record",
            lambda: self._archive.UploadRecord(
                archive.UploadRecordRequest(content=self._record), metadata=heavy, timeout=PATIENCE
            ),
        )
        yield (
            "replay an own match",
            lambda: self._drained(
                "own replay",
                self._records.ReplayMatch(records.ReplayMatchRequest(match_id=match_id), metadata=heavy_seat),
            ),
        )
        yield (
            "follow all changes",
            lambda: self._drained(
                "feed", self._feed.StreamChanges(feed.StreamChangesRequest(), metadata=heavy, timeout=1.0)
            ),
        )
        for _ in range(WATCHES):
            yield (
                "watch with views",
                lambda: self._drained(
                    "watch",
                    self._matches.WatchMatch(
                        matches.WatchMatchRequest(match_id=match_id, views=True), metadata=heavy_seat, timeout=1.0
                    ),
                ),
            )

    async def _opened(self, game: str, seats: int) -> tuple[match_pb2.Match, list[str]]:
        shown = with_key(self._key)
        opened = await self._patiently(
            lambda: self._matches.OpenMatch(matches.OpenMatchRequest(game=game, seats=seats), metadata=shown)
        )
        match, tokens = opened.match, []
        for number in range(seats):
            request = matches.JoinMatchRequest(match_id=match.match_id, name=f"Caller {number}")
            joined = await self._patiently(lambda request=request: self._matches.JoinMatch(request, metadata=shown))
            tokens.append(joined.seat_token)
            match = joined.match
        return match, tokens

    async def _legal(self) -> tuple[tuple[tuple[str, str], ...], matches.ListLegalMovesResponse]:
        metadata = with_key(self._key, self._tokens[self._to_move])
        request = matches.ListLegalMovesRequest(match_id=self._match.match_id)
        return metadata, await self._matches.ListLegalMoves(request, metadata=metadata, timeout=PATIENCE)

    async def _preview(self) -> None:
        metadata, listed = await self._legal()
        request = matches.PreviewMoveRequest(match_id=self._match.match_id, move=listed.moves[-1])
        await self._matches.PreviewMove(request, metadata=metadata, timeout=PATIENCE)

    async def _batch(self) -> None:
        """Moves of the seat that is not to move: all of them are judged, and none is made."""
        _, listed = await self._legal()
        token = self._tokens[1 - self._to_move]
        request = matches.PlayBatchRequest(
            moves=[
                matches.StreamMove(
                    match_id=self._match.match_id, move=listed.moves[0], seat_token=token, request_id=f"batch-{number}"
                )
                for number in range(BATCH)
            ]
        )
        await self._matches.PlayBatch(request, metadata=with_key(self._key), timeout=PATIENCE)

    async def _drained(self, name: str, parts: AsyncIterator[object]) -> None:
        async for _ in parts:
            self._count_part(name)

    async def _patiently(self, call: Callable[[], Any]) -> Any:
        """Calls again where a limit refuses it: the preparation is no attack."""
        while True:
            try:
                return await call()
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.RESOURCE_EXHAUSTED:
                    raise
                await asyncio.sleep(0.2)
